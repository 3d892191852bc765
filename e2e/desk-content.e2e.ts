import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { publishText, saveDraft, showText } from '#contract/staff/content.ts'
import { findBarriers } from './barriers.ts'
import { test } from './own-product.ts'
import {
  as,
  becomeSitter,
  findTown,
  isComplete,
  makeOperator,
  type Person,
  signInHere,
  signUp,
  unique,
} from './people.ts'
import { dialog, main, press } from './stay.ts'

const base = () => process.env['BASE_URL']!

async function operator(): Promise<Person> {
  const ada = await signUp(unique('Ada'))
  await makeOperator(ada)
  return ada
}

type Fields = Record<string, unknown>

/** Saves a draft on the API, on top of what is there. */
async function saveOn(person: Person, path: string, fields: Fields, body: string): Promise<void> {
  const address = `/v1/admin/content/${path}`
  const { draft } = await as(person, showText.response).get(address)
  const sent = { revision: draft?.revision ?? 0, fields, body }
  await as(person, saveDraft.response).put(`${address}/draft`, sent)
}

const textOf = async (path: string) => (await fetch(`${base()}${path}`)).text()

/** The texts that these tests change, so that they do not disturb each other. */
const texts = {
  360: ['messages', 'Messages, and blocking'],
  1280: ['lost-pets', 'When a pet is lost'],
} as const

for (const width of [360, 1280] as const)
  test(`at ${width} px an operator edits a help article, publishes it and goes back to the shipped text`, async ({
    page,
  }) => {
    const [slug, title] = texts[width]
    await page.setViewportSize({ width, height: 800 })
    await signInHere(page, await operator(), '/admin/content')
    await page.getByRole('searchbox').fill(title)
    await page.getByLabel('Kind').selectOption('Help')
    await press(page, 'Search')
    await expect(main(page).getByRole('heading', { level: 2, name: 'Blog' })).toHaveCount(0)
    expect(await findBarriers(page)).toEqual([])
    await main(page).getByRole('link', { name: title }).click()

    const preview = page.getByRole('region', { name: 'Preview' })
    await expect(preview).toContainText(title)
    const changed = unique('Words')
    await page.getByLabel('Title', { exact: true }).fill(changed)
    await page.getByLabel('Text', { exact: true }).fill('Read **this** at {{site.name}}.')
    await expect(preview.locator('strong').filter({ hasText: /^this$/ })).toBeVisible()
    await expect(preview).toContainText('Read this at Sitwell.')
    await expect(page.getByText(/^The draft is saved, /)).toBeVisible()
    expect(await findBarriers(page)).toEqual([])
    expect(await textOf(`/help/${slug}`)).not.toContain(changed)

    await page.reload()
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue(changed)
    await press(page, 'Discard the draft')
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue(new RegExp(`^${title}`))
    await page.getByLabel('Title', { exact: true }).fill(changed)
    await press(page, 'Publish…')
    await dialog(page).getByRole('button', { name: 'Publish it' }).click()
    await expect(dialog(page)).toContainText('Write at least 10 characters')
    await dialog(page).getByLabel('What have you changed, and why?').fill('It was too long to read.')
    await dialog(page).getByRole('button', { name: 'Publish it' }).click()
    await expect(main(page).getByText('Edited', { exact: true })).toBeVisible()
    for (const path of [`/help/${slug}`, `/help/${slug}/_payload.json`, '/help'])
      expect(await textOf(path)).toContain(changed)

    await main(page).getByRole('link', { name: 'Versions', exact: true }).click()
    await expect(main(page)).toContainText('It was too long to read.')
    expect(await findBarriers(page)).toEqual([])
    await press(page, 'Go back to the text of the release')
    await dialog(page).getByLabel('Why do you do this?').fill('The long one was better.')
    await dialog(page).getByRole('button', { name: 'Go back' }).click()
    await expect(main(page).getByText('As shipped', { exact: true })).toBeVisible()
    expect(await textOf(`/help/${slug}`)).toContain(title)
  })

/** Presses Tab until the control with this name has the focus. */
async function tabTo(page: Page, role: 'textbox' | 'button' | 'radio', name: string): Promise<void> {
  const wanted = page.getByRole(role, { name, exact: true })
  for (let steps = 0; steps < 80; steps += 1) {
    if (await wanted.evaluate((one) => one === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(wanted).toBeFocused()
}

test('with the keyboard alone an operator writes a post and publishes it', async ({ page }) => {
  await signInHere(page, await operator(), '/admin/content')
  const title = unique('Walks in the rain')
  await main(page).locator('summary').filter({ hasText: 'Write a new text' }).focus()
  await page.keyboard.press('Enter')
  await tabTo(page, 'textbox', 'Title of the new text')
  await page.keyboard.type(title)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await tabTo(page, 'textbox', 'Summary')
  await page.keyboard.type('What a wet dog needs.')
  await tabTo(page, 'textbox', 'Author')
  await page.keyboard.type('The team')
  await tabTo(page, 'textbox', 'Text')
  await page.keyboard.type('Take a **towel**.')
  await expect(page.getByRole('region', { name: 'Preview' }).locator('strong')).toHaveText('towel')
  await tabTo(page, 'button', 'Publish…')
  await page.keyboard.press('Enter')
  await tabTo(page, 'textbox', 'What have you changed, and why?')
  await page.keyboard.type('Autumn has begun here.')
  await tabTo(page, 'button', 'Publish it')
  await page.keyboard.press('Enter')
  await expect(main(page).getByText('Edited', { exact: true })).toBeVisible()
  await main(page).getByRole('link', { name: 'Look at the page' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.locator('article strong')).toHaveText('towel')
  for (const path of ['/blog', '/blog/rss.xml', '/sitemaps/pages.xml'])
    expect(await textOf(path)).toContain(title.toLowerCase().replaceAll(' ', '-'))
})

for (const width of [360, 1280] as const)
  test(`at ${width} px an operator puts a picture into a post, and its description is asked for`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    const ada = await operator()
    const title = unique('Beaches')
    await as(ada, saveDraft.response).put(`/v1/admin/content/blog/beach-${width}/draft`, {
      revision: 0,
      fields: { title, summary: 'Where dogs swim.', author: 'The team', publishedOn: '2026-11-01' },
      body: 'Before.',
    })
    await signInHere(page, ada, `/admin/content/blog/beach-${width}`)
    const chooser = page.getByLabel('Picture for the text')
    const buffer = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#3f7cac' } })
      .jpeg()
      .toBuffer()
    await chooser.setInputFiles({ name: 'beach.jpg', mimeType: 'image/jpeg', buffer })
    await press(page, 'Put it into the text')
    await expect(page.getByRole('alert')).toContainText('Describe the picture')
    await page.getByLabel('What the picture shows').fill('A spaniel [wet] in the waves')
    expect(await findBarriers(page)).toEqual([])
    await press(page, 'Put it into the text')
    const preview = page.getByRole('region', { name: 'Preview' })
    const picture = preview.getByRole('img', { name: 'A spaniel wet in the waves' })
    await picture.scrollIntoViewIfNeeded()
    await expect.poll(() => picture.evaluate((one) => Reflect.get(one, 'naturalWidth'))).toBe(800)
    await expect(page.getByText(/^The draft is saved, /)).toBeVisible()
    await press(page, 'Publish…')
    await dialog(page).getByLabel('What have you changed, and why?').fill('The beach is open again.')
    await dialog(page).getByRole('button', { name: 'Publish it' }).click()
    await expect(main(page).getByText('Edited', { exact: true })).toBeVisible()
    await page.goto(`/blog/beach-${width}`)
    const shown = page.getByRole('img', { name: 'A spaniel wet in the waves' })
    await expect.poll(() => shown.evaluate((one) => Reflect.get(one, 'naturalWidth'))).toBe(800)
    const { clientWidth, scrollWidth } = await page.evaluate(() => {
      const { clientWidth, scrollWidth } = document.documentElement
      return { clientWidth, scrollWidth }
    })
    expect(scrollWidth).toBe(clientWidth)
  })

test('a planned text is shown once its time has come, although the page was kept before', async () => {
  const ada = await operator()
  const address = '/v1/admin/content/help/report-cards'
  const title = unique('Cards')
  const shows = async (path: string) => (await textOf(path)).includes(title)
  const paths = ['/help/report-cards', '/help/report-cards/_payload.json', '/help']
  for (const path of paths) expect(await shows(path)).toBe(false)
  await saveOn(ada, 'help/report-cards', { title, summary: 'How the day was.' }, 'Every day has a card.')
  const { version, draft } = await as(ada, showText.response).get(address)
  const publishAt = new Date(Date.now() + 5_000).toISOString()
  await as(ada, publishText.response).post(`${address}/publish`, {
    version,
    revision: draft!.revision,
    reason: 'The new words begin then.',
    publishAt,
  })
  for (const path of paths) expect(await shows(path)).toBe(false)
  for (const path of paths) await expect.poll(() => shows(path), { timeout: 20_000 }).toBe(true)
})

test('an operator learns that somebody else has saved the same text, and nothing is overwritten', async ({
  page,
}) => {
  const [ada, bob] = await Promise.all([operator(), operator()])
  await signInHere(page, ada, '/admin/content/help/your-data')
  await page.getByLabel('Text', { exact: true }).fill('First words.')
  await expect(page.getByText(/^The draft is saved, /)).toBeVisible()
  await saveOn(bob, 'help/your-data', { title: 'Bob was here', summary: 'S' }, 'Words of Bob.')
  await page.getByLabel('Text', { exact: true }).fill('Second words.')
  await expect(page.getByText('Somebody else has saved this text in the meantime')).toBeVisible()
  const read = () => as(bob, showText.response).get('/v1/admin/content/help/your-data')
  expect((await read()).draft?.body).toBe('Words of Bob.')
  await press(page, 'Keep mine')
  await expect.poll(async () => (await read()).draft?.body).toBe('Second words.')

  await saveOn(bob, 'help/your-data', { title: 'Bob was here', summary: 'S' }, 'Other words of Bob.')
  await page.getByLabel('Text', { exact: true }).fill('Third words.')
  await press(page, 'Show theirs')
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue('Other words of Bob.')
})

test('words written just before an operator leaves the editor are in the draft', async ({ page }) => {
  await signInHere(page, await operator(), '/admin/content/help/reviews')
  await page.getByLabel('Text', { exact: true }).fill('The last words.')
  await main(page).getByRole('link', { name: 'Versions', exact: true }).click()
  await expect(main(page)).toContainText('No versions so far')
  await main(page).getByRole('link', { name: 'Write', exact: true }).click()
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue('The last words.')
})

test('when the terms change in substance, people agree before they begin anything new', async ({
  page,
  browser,
}) => {
  const [ada, olga] = await Promise.all([operator(), signUp(unique('Olga'))])
  const town = await findTown('Lisbon')
  await signInHere(page, ada, '/admin/content/legal/terms-and-conditions')
  const changed = unique('Clause')
  await page.getByLabel('Text', { exact: true }).fill(`## ${changed}`)
  await expect(page.getByText(/^The draft is saved, /)).toBeVisible()
  await press(page, 'Publish…')
  await dialog(page).getByLabel('What have you changed, and why?').fill('A clause about horses is new.')
  await dialog(page).getByLabel('This changes what people have agreed to').check()
  await dialog(page).getByRole('button', { name: 'Publish it' }).click()
  await expect(main(page).getByText('Edited', { exact: true })).toBeVisible()

  const hers = await (
    await browser.newContext({ baseURL: base(), viewport: { width: 360, height: 740 } })
  ).newPage()
  await signInHere(hers, olga, '/account')
  const notice = hers.getByRole('region', { name: 'Changed texts' })
  await expect(notice).toBeVisible()
  expect(await findBarriers(hers)).toEqual([])
  await expect(becomeSitter(olga, town.id, 'A quiet house')).rejects.toThrow(
    'Agree to the changed texts first',
  )
  await notice.getByRole('link', { name: 'Terms and conditions' }).click()
  await expect(hers.getByRole('heading', { name: changed })).toBeVisible()
  await notice.getByRole('button', { name: 'I agree' }).focus()
  await hers.keyboard.press('Enter')
  await expect(notice).toHaveCount(0)
  await hers.goto('/account/profile')
  await expect(hers.getByRole('heading', { level: 1 })).toBeVisible()
  await isComplete(hers)
  await expect(notice).toHaveCount(0)
  await becomeSitter(olga, town.id, 'A quiet house')

  await page.goto('/admin/content/legal/terms-and-conditions?view=versions')
  await press(page, 'Go back to the text of the release')
  await dialog(page).getByLabel('Why do you do this?').fill('Nobody brings a horse.')
  await dialog(page).getByRole('button', { name: 'Go back' }).click()
  await expect(main(page).getByText('As shipped', { exact: true })).toBeVisible()
  await hers.reload()
  await isComplete(hers)
  await expect(notice).toHaveCount(0)
  await press(page, 'Ask people to agree again')
  await dialog(page).getByLabel('Why do you do this?').fill('The upgrade has changed section 4.')
  await dialog(page).getByRole('button', { name: 'Ask them' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(main(page)).toContainText('The upgrade has changed section 4.')
  await hers.reload()
  await expect(notice.getByRole('link', { name: 'Terms and conditions' })).toBeVisible()
  await hers.context().close()
})
