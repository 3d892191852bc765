import { expect, type Page } from '@playwright/test'
import { addAnnouncement } from '#contract/announcements.ts'
import { findBarriers } from './barriers.ts'
import { test } from './own-product.ts'
import { as, isComplete, makeOperator, type Person, signInHere, signUp, unique } from './people.ts'
import { dialog, main, press } from './stay.ts'

const reason = 'The database moves to a larger machine.'

async function operator(): Promise<Person> {
  const ada = await signUp(unique('Ada'))
  await makeOperator(ada)
  return ada
}

const bar = (page: Page) => page.getByRole('region', { name: 'Announcements' })

const hour = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * hour).toISOString()

/** Announces something for the next hours on the API. */
const announceOn = (person: Person, announcement: object) =>
  as(person, addAnnouncement.response).post('/v1/admin/announcements', {
    announcement: { beginsAt: inHours(0), endsAt: inHours(5), ...announcement },
    reason,
  })

for (const width of [360, 1280])
  test(`at ${width} px an operator announces something, visitors read and close it, and it is taken down`, async ({
    page,
    browser,
  }) => {
    const words = unique('We pause on Sunday')
    await page.setViewportSize({ width, height: 800 })
    await signInHere(page, await operator(), '/admin/announcements')
    await press(page, 'Announce something')
    await press(page, 'Announce it')
    await expect(main(page).getByRole('alert')).toContainText('Write what you announce')
    await page.getByLabel('What you announce').fill(words)
    await page.getByLabel('Link to more about it').fill('/help')
    await page.getByLabel('Words of the link').fill('Read more')
    await page.getByLabel('Warning').check()
    await page.getByLabel('End', { exact: true }).fill('2099-01-01T12:00')
    await page.getByLabel('Why do you announce or change this?').fill(reason)
    expect(await findBarriers(page)).toEqual([])
    await press(page, 'Announce it')
    const item = main(page).getByRole('listitem').filter({ hasText: words })
    await expect(item).toContainText('Shown now')

    const context = await browser.newContext({ viewport: { width, height: 800 } })
    const visitor = await context.newPage()
    for (const path of ['/', '/help', '/sitters']) {
      await visitor.goto(path)
      await expect(bar(visitor)).toContainText(words)
    }
    await isComplete(visitor)
    expect(await findBarriers(visitor)).toEqual([])
    const line = bar(visitor).locator('[data-announcement]').filter({ hasText: words })
    await line.getByRole('button', { name: 'Close this announcement' }).click()
    await expect(visitor.getByText(words)).toHaveCount(0)
    await visitor.goto('/help')
    await isComplete(visitor)
    await expect(visitor.getByText(words)).toHaveCount(0)
    // Without scripts nothing can be closed, and everything is read.
    const plain = await browser.newContext({ javaScriptEnabled: false })
    const plainPage = await plain.newPage()
    await plainPage.goto('/')
    await expect(bar(plainPage)).toContainText(words)

    await item.getByRole('button', { name: 'End now…' }).click()
    await dialog(page).getByLabel('Why do you do this?').fill('The machine has moved.')
    await dialog(page).getByRole('button', { name: 'Take it down' }).click()
    await expect(item).toContainText('Ended')
    await plainPage.goto('/help')
    await expect(plainPage.getByText(words)).toHaveCount(0)
    await Promise.all([context.close(), plain.close()])
  })

test('what concerns only some people is shown to them alone', async ({ page, browser }) => {
  const [ada, olga] = await Promise.all([operator(), signUp(unique('Olga'))])
  const [forMembers, forStaff, forVisitors] = [unique('For members'), unique('For staff'), unique('Welcome')]
  await announceOn(ada, { words: forMembers, audience: 'members' })
  await announceOn(ada, { words: forStaff, audience: 'staff' })
  await announceOn(ada, { words: forVisitors, audience: 'visitors' })
  await page.goto('/help')
  await expect(bar(page)).toContainText(forVisitors)
  await isComplete(page)
  await expect(page.getByText(forMembers)).toHaveCount(0)
  await signInHere(page, olga, '/account')
  await expect(bar(page)).toContainText(forMembers)
  await expect(bar(page).getByText(forVisitors)).toBeHidden()
  await expect(page.getByText(forStaff)).toHaveCount(0)
  const context = await browser.newContext()
  const desk = await context.newPage()
  await signInHere(desk, ada, '/admin')
  await expect(bar(desk)).toContainText(forStaff)
  await context.close()
})

test('a long list of announcements is shown page by page, and is read again after a change', async ({
  page,
}) => {
  const ada = await operator()
  for (let one = 0; one < 25; one++)
    await announceOn(ada, { words: `Staff meet in room ${one}`, audience: 'staff', endsAt: inHours(90) })
  const last = unique('Staff meet outside')
  await announceOn(ada, { words: last, audience: 'staff', endsAt: inHours(1) })
  await signInHere(page, ada, '/admin/announcements')
  const items = page.getByRole('list', { name: /^Announcements/ }).getByRole('listitem')
  const item = items.filter({ hasText: last })
  await expect(items).toHaveCount(24)
  await expect(item).toHaveCount(0)
  const showAll = async () => {
    await press(page, 'Show more')
    await expect(item).toHaveCount(1)
  }
  await showAll()
  await item.getByRole('button', { name: 'End now…' }).click()
  await dialog(page).getByLabel('Why do you do this?').fill('It rains outside.')
  await dialog(page).getByRole('button', { name: 'Take it down' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(items).toHaveCount(24)
  await showAll()
  await expect(item).toContainText('Ended')
})

test('a page that stays open shows what is announced, changed and taken down, at most five minutes later', async ({
  page,
}) => {
  const [ada, olga] = await Promise.all([operator(), signUp(unique('Olga'))])
  await signInHere(page, olga, '/help')
  await page.clock.install()
  await page.goto('/help')
  await isComplete(page)
  const [forEveryone, forMembers] = [unique('We pause on Monday'), unique('For members')]
  const general = await announceOn(ada, { words: forEveryone })
  const aimed = await announceOn(ada, { words: forMembers, audience: 'members' })
  await page.clock.runFor(240_000)
  await expect(page.getByText(forEveryone)).toHaveCount(0)
  await page.clock.runFor(75_000)
  await expect(bar(page)).toContainText(forEveryone)
  await expect(bar(page)).toContainText(forMembers)

  const change = ({ id, words, link, tone, audience, beginsAt, endsAt }: typeof aimed, changed: object) =>
    as(ada).put(`/v1/admin/announcements/${id}`, {
      announcement: { words, link, tone, audience, beginsAt, endsAt, ...changed },
      version: 1,
      reason,
    })
  await change(general, { endsAt: general.beginsAt })
  const otherWords = unique('Also for members')
  await change(aimed, { words: otherWords })
  await page.clock.runFor(315_000)
  await expect(bar(page)).toContainText(otherWords)
  await expect(page.getByText(forEveryone)).toHaveCount(0)
  await expect(page.getByText(forMembers, { exact: true })).toHaveCount(0)
})
