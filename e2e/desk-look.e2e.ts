import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { z } from 'zod'
import { keysOf } from '#contract/entries.ts'
import { saveLook, showLook } from '#contract/look.ts'
import { problems } from '#contract/problem.ts'
import { findBarriers } from './barriers.ts'
import { isAccessibleInBothThemes } from './fit.ts'
import { test } from './own-product.ts'
import { textsInPdf } from './pdf-text.ts'
import {
  as,
  askForNewPassword,
  mailTo,
  makeOperator,
  type Person,
  signInHere,
  signUp,
  unique,
  withoutStream,
} from './people.ts'
import { accountPages, operatorPages, pathOf } from './screens.ts'
import { open, sharedFixture } from './shared-fixture.ts'
import { accept, main, openAs, press, twoPeople } from './stay.ts'

const base = () => process.env['BASE_URL']!

/** The name that nothing may contain once the operator has chosen another; a header of the API is called by it. */
const original = /Sitwell(?!-View-As)/

async function operator(): Promise<Person> {
  const ada = await signUp(unique('Ada'))
  await makeOperator(ada)
  return ada
}

/** Changes parts of the look on the API. */
async function changeLook(person: Person, change: object): Promise<void> {
  const { version, look } = await as(person, showLook.response).get('/v1/admin/look')
  const body = { version, look: { ...look, ...change }, reason: 'A test wants it like this.' }
  await as(person, saveLook.response).put('/v1/admin/look', body)
}

const lookOf = async (person: Person) => (await as(person, showLook.response).get('/v1/admin/look')).look

async function textOf(path: string, token?: string): Promise<string> {
  const response = await fetch(`${base()}${path}`, {
    headers: { accept: 'text/html,*/*', ...(token ? { authorization: `Bearer ${token}` } : {}) },
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  const type = response.headers.get('content-type') ?? ''
  expect([path, response.status]).toEqual([path, path === '/nowhere' ? 404 : 200])
  return type.startsWith('application/pdf') ? textsInPdf(bytes).join('\n') : bytes.toString()
}

const Mails = z.object({
  items: z.array(
    z.object({
      recipient: z.string(),
      subject: z.string(),
      text_body: z.string(),
      html_body: z.string(),
    }),
  ),
})

/** The mails to the person, the newest first. */
const mailsTo = async ({ email }: Person) => (await mails()).filter(({ recipient }) => recipient === email)
const mails = async () => Mails.parse(JSON.parse(await textOf('/dev/mailbox.json'))).items

/** Everything that a visitor can read: the pages of the site map, the other public pages, and files for programs. */
async function publicPaths(): Promise<string[]> {
  const locations = async (path: string) =>
    [...(await textOf(path)).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => new URL(url!).pathname)
  const maps = await locations('/sitemap.xml')
  const pages = (await Promise.all(maps.map(locations))).flat()
  const others = [
    '/auth/sign-in',
    '/auth/sign-up',
    '/auth/forgot-password',
    '/favorites',
    '/nowhere',
    '/help/_payload.json',
    '/manifest.webmanifest',
    '/blog/rss.xml',
    '/robots.txt',
    '/v1/docs',
    '/v1/openapi.json',
    '/v1/settings',
    '/__/auth/handler',
    ...keysOf(problems).map((code) => `/problems/${code}`),
  ]
  // It names the software that the site runs on.
  return [...new Set([...pages, ...others])].filter((path) => path !== '/legal/software')
}

/** Returns the paths whose contents match. */
async function matching(paths: readonly string[], pattern: RegExp): Promise<string[]> {
  const found: string[] = []
  for (const path of paths) if (pattern.test(await textOf(path))) found.push(path)
  return found
}

test('once the operator has renamed the site, no page, mail, paper or file says its original name', async () => {
  test.setTimeout(180_000)
  const { olga, sam, booking, sitter } = await twoPeople(40)
  const ada = await operator()
  const paths = [...(await publicPaths()), `/sitters/${sitter.id}`]
  const named = await matching(paths, original)
  for (const path of [
    '/',
    '/manifest.webmanifest',
    '/blog/rss.xml',
    '/legal/terms-and-conditions',
    '/v1/docs',
  ])
    expect(named).toContain(path)

  await changeLook(ada, { name: 'Pawtown' })
  expect(await matching(paths, original)).toEqual([])
  expect(await matching(named, /Pawtown/)).toEqual(named)

  const earlier = (await mailsTo(olga)).length
  const all = (await mails()).length
  await accept(sam, booking)
  const receipt = await textOf(`/v1/bookings/${booking.id}/receipt.pdf`, olga.token)
  expect(receipt).toContain('Pawtown')
  expect(receipt).not.toMatch(original)
  await expect.poll(async () => (await mailsTo(olga)).length).toBeGreaterThan(earlier)
  await askForNewPassword(sam)
  await mailTo(sam.email, /password/)
  const sent = (await mails()).slice(0, -all).map((mail) => Object.values(mail).join('\n'))
  expect(sent.filter((mail) => !mail.includes('Pawtown') || original.test(mail))).toEqual([])

  await changeLook(ada, { name: null })
  expect(await matching(named, original)).toEqual(named)
  expect(await textOf(`/v1/bookings/${booking.id}/receipt.pdf`, olga.token)).toMatch(original)
})

test('once the operator has renamed the site, no page of an account or of the desk says its original name', async ({
  browser,
}) => {
  test.setTimeout(420_000)
  const ada = await operator()
  // Before the fixture, whose mails the desk shows as they were sent.
  await changeLook(ada, { name: 'Pawtown' })
  const fixture = await sharedFixture()
  const found: string[] = []
  for (const [person, pages] of [
    [fixture.owner, accountPages],
    [ada, operatorPages],
  ] as const) {
    const page = await openAs(browser, person, '/account', withoutStream)
    for (const where of Object.values(pages).flat())
      // The form shows the name in the configuration, which applies without another.
      if (where !== '/admin/look') {
        await open(page, pathOf(where, fixture))
        expect.soft(await page.title(), where).toMatch(/Pawtown$/)
        if (original.test(await page.content())) found.push(where)
      }
    await page.context().close()
  }
  expect(found).toEqual([])
  await changeLook(ada, { name: null })
})

const widths = [360, 1280] as const

for (const width of widths)
  test(`at ${width} px an operator renames the site, sees it at once, and goes back`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    const ada = await operator()
    await changeLook(ada, { name: null })
    await signInHere(page, ada, '/admin/look')
    const name = page.getByLabel('Name of the site')
    const chosen = unique('Kennel')
    await name.fill(chosen)
    await press(page, 'Save the look')
    await expect(page.getByRole('alert')).toContainText('Write at least 10 characters')
    await page.getByLabel('Why do you change this?').fill('The town has voted for it.')
    await press(page, 'Save the look')
    await expect(page.getByRole('status').filter({ hasText: 'is saved and in force' })).toBeVisible()
    await expect(page).toHaveTitle(`Name and look · ${chosen}`)
    await expect(name).toHaveValue(chosen)
    expect(await findBarriers(page)).toEqual([])
    await showsName(page, chosen)

    await page.goto('/admin/look?view=history')
    const before = page
      .getByRole('region', { name: 'Versions, newest first' })
      .getByRole('listitem')
      .filter({
        has: page.getByRole('button', { name: 'Go back' }).or(page.getByText('Go back to this version')),
      })
      .first()
    await before.getByText('Go back to this version').click()
    await before.getByLabel('Why do you go back?').fill('Nobody liked it after all.')
    await before.getByRole('button', { name: /^Go back to version/ }).click()
    await expect(page.getByRole('status').filter({ hasText: 'is saved and in force' })).toBeVisible()
    await expect(name).toHaveValue('')
    await showsName(page, 'Sitwell')
  })

/** Checks the header, the footer, the title and a text of the site. */
async function showsName(page: Page, name: string): Promise<void> {
  await page.goto('/legal/terms-and-conditions')
  await expect(page).toHaveTitle(new RegExp(`· ${name}$`))
  await expect(page.getByRole('banner').getByText(name, { exact: true })).toBeAttached()
  await expect(page.getByRole('contentinfo').getByRole('heading', { name })).toBeVisible()
  await expect(main(page)).toContainText(name)
}

const plum = '#7a1f5c'

for (const width of widths)
  test(`at ${width} px an operator changes the colours, and a colour that is hard to read is refused`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    const { olga, sam, booking } = await twoPeople(40)
    const ada = await operator()
    await changeLook(ada, { colours: {} })
    await signInHere(page, ada, '/admin/look')
    const main = page.getByLabel('Main colour', { exact: true })
    const reason = page.getByLabel('Why do you change this?')
    await main.fill('#ffd400')
    await expect(page.getByText(/links on the page would be hard to read.* is dark enough/)).toBeVisible()
    await reason.fill('The colour of our harbour.')
    await press(page, 'Save the look')
    await expect(page.getByRole('alert')).toContainText('hard to read')
    await expect(main).toHaveAttribute('aria-invalid', 'true')
    await main.fill(plum)
    await expect(main).not.toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByRole('figure', { name: 'Light theme' }).locator('.link')).toHaveCSS(
      'color',
      'rgb(122, 31, 92)',
    )
    await press(page, 'Save the look')
    await expect(page.getByRole('status').filter({ hasText: 'is saved and in force' })).toBeVisible()
    await isAccessibleInBothThemes(page)
    await page.emulateMedia({ colorScheme: 'light' })

    await page.goto('/legal/terms-and-conditions')
    const green = () =>
      page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--green').trim())
    expect(await green()).toContain(plum)
    expect(await textOf('/favicon.svg')).toContain(plum)
    expect(await textOf('/manifest.webmanifest')).toContain(plum)
    const earlier = (await mailsTo(olga)).length
    await accept(sam, booking)
    await expect.poll(async () => (await mailsTo(olga)).length).toBeGreaterThan(earlier)
    expect((await mailsTo(olga))[0]!.html_body).toContain(plum)
    expect(await textOf('/v1/docs')).toContain(plum)

    // The worker with the offline page is installed once somebody touches the page.
    await page.mouse.move(200, 200)
    await page.mouse.move(210, 210)
    await page.evaluate(async () => (await navigator.serviceWorker.ready).active)
    await expect.poll(() => page.evaluate(() => localStorage.getItem('sitwell.look'))).toContain(plum)
    await page.context().setOffline(true)
    await page.goto('/how-it-works?tab=sitter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('No connection')
    await expect(page.locator('svg')).toHaveCSS('color', 'rgb(122, 31, 92)')
    await page.context().setOffline(false)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('How it works')

    await changeLook(ada, { colours: {} })
    await page.goto('/legal/terms-and-conditions')
    expect(await green()).not.toContain(plum)
  })

/** A green logo of this shape. */
const logoFile = (width = 480, height = 160) =>
  sharp({ create: { width, height, channels: 4, background: '#0a7d4f' } })
    .png()
    .toBuffer()

/** Saves what the form shows, and waits until the page is loaded again. */
async function saveForm(page: Page): Promise<void> {
  await page.getByLabel('Why do you change this?').fill('The association has decided it.')
  await press(page, 'Save the look')
  await expect(page.getByRole('status').filter({ hasText: 'is saved and in force' })).toBeVisible()
}

/** The mark of the site on a page: its picture, which the browser must be able to load, and its size. */
async function markOf(page: Page, path = '/legal/terms-and-conditions') {
  await page.goto(path)
  return page.locator('.site-mark').evaluate(async (mark) => {
    const { backgroundImage, width, height } = getComputedStyle(mark)
    const url = /url\("(.*)"\)/.exec(backgroundImage)?.[1]
    const isLoaded = url ? (await fetch(url)).ok : false
    return { isLoaded, width, height, drawn: getComputedStyle(mark.firstElementChild!).display !== 'none' }
  })
}

/** Returns the picture that other sites show beside a link to the page. */
async function previewOf(path: string): Promise<Buffer> {
  const [, address] = /<meta property="og:image" content="([^"]+)"/.exec(await textOf(path))!
  const response = await fetch(new URL(new URL(address!).pathname, base()))
  expect(response.headers.get('content-type')).toBe('image/png')
  return Buffer.from(await response.arrayBuffer())
}

/** True if the green of the uploaded logo is where the mark of the site stands. */
async function isGreenIn(picture: Buffer): Promise<boolean> {
  const mark = sharp(picture).extract({ left: 75, top: 70, width: 1, height: 1 }).removeAlpha()
  const [red, green, blue] = await mark.raw().toBuffer()
  return [red! - 10, green! - 125, blue! - 79].every((difference) => Math.abs(difference) < 12)
}

for (const width of widths)
  test(`at ${width} px an operator uploads a logo, sees it on pages, icons, pictures of links and mails, and removes it`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    const { olga, sam, booking } = await twoPeople(40)
    const ada = await operator()
    await changeLook(ada, { logo: null })
    await signInHere(page, ada, '/admin/look')
    const input = page.getByLabel('Choose a logo', { exact: true })
    const choose = (name: string, mimeType: string, buffer: Buffer) =>
      input.setInputFiles({ name, mimeType, buffer })
    await expect(page.getByText('The site shows a drawn paw in your main colour.')).toBeVisible()
    await choose('logo.svg', 'image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
    await expect(page.getByRole('alert')).toContainText('logo.svg is not a picture we can show.')
    await choose('logo.png', 'image/png', Buffer.alloc(10 * 2 ** 20 + 1))
    await expect(page.getByRole('alert')).toContainText('a file can be at most 10 MB')
    await choose('logo.png', 'image/png', await logoFile())
    const sample = page.getByRole('figure', { name: 'Header, dark theme' })
    await expect(sample.locator('img')).toBeVisible()
    await page.getByLabel('Show the name of the site beside the logo').uncheck()
    await expect(sample.getByRole('img', { name: 'Your logo' })).toBeVisible()
    await saveForm(page)
    await isAccessibleInBothThemes(page)

    const chosen = { isLoaded: true, width: '108px', height: '36px', drawn: false }
    expect(await markOf(page, '/auth/action')).toEqual(chosen)
    expect(await markOf(page)).toEqual(chosen)
    expect(await isGreenIn(await previewOf('/'))).toBe(true)
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sitwell', exact: true })).toBeVisible()
    expect(await textOf('/favicon.svg')).toContain('data:image/png')
    const earlier = (await mailsTo(olga)).length
    await accept(sam, booking)
    await expect.poll(async () => (await mailsTo(olga)).length).toBeGreaterThan(earlier)
    const [, address] = /<img class="logo" src="([^"]+)"/.exec((await mailsTo(olga))[0]!.html_body) ?? []
    const picture = await fetch(new URL(new URL(address!).pathname, base()))
    const { format, height } = await sharp(Buffer.from(await picture.arrayBuffer())).metadata()
    expect({ format, height }).toEqual({ format: 'png', height: 80 })

    await changeLook(ada, { logo: { ...(await lookOf(ada)).logo, showsName: true } })
    await page.goto('/admin/look')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await press(page, 'Remove the logo')
    await expect(page.getByText('The site shows a drawn paw in your main colour.')).toBeVisible()
    await saveForm(page)
    const drawn = { isLoaded: false, width: '30px', height: '30px', drawn: true }
    expect(await markOf(page, '/auth/action')).toEqual(drawn)
    expect(await markOf(page)).toEqual(drawn)
    expect(await isGreenIn(await previewOf('/'))).toBe(false)
    expect(await textOf('/favicon.svg')).not.toContain('data:image/png')
  })

for (const width of widths)
  test(`at ${width} px an operator adds a line and links to the footer`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    const ada = await operator()
    await changeLook(ada, { footer: undefined })
    await signInHere(page, ada, '/admin/look')
    const line = 'Pawtown Association, 1 Harbour Street, 9900-017 Horta'
    await page.getByLabel('Line at the end of every page').fill(line)
    await press(page, 'Add a link')
    await page.getByLabel('Words of link 1').fill('Our shop')
    await page.getByLabel('Address of link 1').fill('paws.example')
    await page.getByLabel('Why do you change this?').fill('The association has decided it.')
    await press(page, 'Save the look')
    await expect(page.getByLabel('Address of link 1')).toHaveAttribute('aria-invalid', 'true')
    await page.getByLabel('Address of link 1').fill('https://paws.example/shop')
    await press(page, 'Add a link')
    await page.getByLabel('Words of link 2').fill('Questions')
    await page.getByLabel('Address of link 2').fill('/help')
    await expect(page.getByRole('figure', { name: 'Preview of the footer' })).toContainText(
      `${line}Our shopQuestions`,
    )
    await isAccessibleInBothThemes(page)
    await saveForm(page)

    await page.goto('/legal/terms-and-conditions')
    const footer = page.getByRole('contentinfo')
    await expect(footer.getByText(line)).toBeVisible()
    await expect(footer.getByRole('link', { name: 'Our shop' })).toHaveAttribute(
      'href',
      'https://paws.example/shop',
    )
    expect(await findBarriers(page)).toEqual([])
    await footer.getByRole('link', { name: 'Questions' }).click()
    await expect(page).toHaveURL(/\/help$/)
    await changeLook(ada, { footer: undefined })
    await page.goto('/legal/terms-and-conditions')
    await expect(footer.getByRole('link', { name: 'Privacy policy' })).toBeVisible()
    await expect(footer.getByText(line)).toHaveCount(0)
  })

/** A picture of 1600 × 900 pixels. */
const startFile = () =>
  sharp({ create: { width: 1600, height: 900, channels: 3, background: '#3f7cac' } })
    .jpeg()
    .toBuffer()

for (const width of widths)
  test(`at ${width} px an operator shows a picture of their own on the home page, and removes it`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    const ada = await operator()
    await changeLook(ada, { start: null })
    await signInHere(page, ada, '/admin/look')
    await expect(page.getByText('The home page shows drawn dogs and cats.')).toBeVisible()
    const input = page.getByLabel('Choose a picture', { exact: true })
    await input.setInputFiles({ name: 'beach.jpg', mimeType: 'image/jpeg', buffer: await startFile() })
    const alt = page.getByLabel('What the picture shows')
    await page.getByLabel('Why do you change this?').fill('Our beach is known to everybody.')
    await expect(page.getByRole('figure', { name: 'On phones' }).locator('img')).toBeVisible()
    await press(page, 'Save the look')
    await expect(alt).toHaveAttribute('aria-invalid', 'true')
    await alt.fill('A spaniel on the beach')
    await isAccessibleInBothThemes(page)
    await saveForm(page)

    await page.goto('/')
    const picture = page.getByRole('img', { name: 'A spaniel on the beach' })
    await expect(picture).toBeVisible()
    const shown = await picture.evaluate(async (image: HTMLImageElement) => {
      await image.decode()
      const { currentSrc, naturalWidth } = image
      return { file: currentSrc.split('/').at(-1), isLoaded: naturalWidth > 0 }
    })
    // The smallest that is sharp: up to 360 px of phones, and 45 % of 1280 px.
    expect(shown).toEqual({ file: '640.webp', isLoaded: true })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)

    await page.goto('/admin/look')
    await press(page, 'Remove the picture')
    await saveForm(page)
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(picture).toHaveCount(0)
  })

for (const width of widths)
  test(`at ${width} px an operator chooses square corners and plain headings`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    const ada = await operator()
    await changeLook(ada, { shape: undefined })
    await signInHere(page, ada, '/admin/look')
    await page.getByLabel('Corners').selectOption('Square')
    await page.getByLabel('Headings').selectOption('Like the text (Figtree)')
    await page.getByLabel('Shadows of cards').selectOption('None')
    const sample = page.getByRole('figure', { name: 'Preview of shapes' })
    await expect(sample.locator('.card')).toHaveCSS('border-radius', '0px')
    await expect(sample.locator('.heading')).toHaveCSS('font-family', /^"Figtree Variable"/)
    await isAccessibleInBothThemes(page)
    await saveForm(page)
    await page.goto('/')
    const heading = page.getByRole('heading', { level: 1 })
    const search = page.getByRole('button', { name: 'Search', exact: true })
    await expect(heading).toHaveCSS('font-family', /^"Figtree Variable"/)
    await expect(search).toHaveCSS('border-radius', '0px')
    await changeLook(ada, { shape: undefined })
    await page.goto('/')
    await expect(heading).toHaveCSS('font-family', /^"Fraunces Variable"/)
    await expect(search).toHaveCSS('border-radius', '12px')
  })
