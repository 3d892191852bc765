import { expect, type Page, test } from '@playwright/test'
import { FavouriteList } from '#contract/favourite-lists.ts'
import {
  as,
  becomeSitter,
  findTown,
  isComplete,
  type Person,
  signInHere,
  signUp,
  unique,
  untilFound,
} from './people.ts'
import { main } from './stay.ts'

/** An owner who is signed in, and a published sitter. */
async function ownerAndSitter(page: Page) {
  const [nia, sam, town] = await Promise.all([
    signUp(unique('Nia')),
    signUp(unique('Sam')),
    findTown('Horta'),
  ])
  const sitter = await becomeSitter(sam, town.id, unique('Blue hydrangeas'))
  await untilFound(sitter, town.id)
  await signInHere(page, nia, '/account/favorites')
  return { nia, sitter, town }
}

const toast = (page: Page) => page.locator('[data-sonner-toast][data-mounted=true]')
const listLink = (page: Page, name: string | RegExp) =>
  main(page).getByRole('navigation', { name: 'Your lists' }).getByRole('link', { name })

async function createList(page: Page, name: string) {
  await main(page).getByRole('button', { name: 'New list' }).click()
  const dialog = page.getByRole('dialog', { name: 'New list' })
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await dialog.getByLabel('Name').fill(name)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

/** Saves a new sitter from the profile, for an owner who is signed in. */
async function saveSitter(page: Page): Promise<void> {
  const { sitter } = await ownerAndSitter(page)
  await page.goto(`/sitters/${sitter.id}`)
  await isComplete(page)
  await main(page)
    .getByRole('button', { name: /^Keep .* as a favourite$/ })
    .first()
    .click()
  await expect(toast(page)).toContainText('is saved to Favourites')
}

test('a heart saves with one press, and its toast leads to the lists that the sitter is then on', async ({
  page,
}) => {
  await saveSitter(page)
  await toast(page).getByRole('button', { name: 'Change' }).click()
  const dialog = page.getByRole('dialog', { name: /^Lists for Sam/ })
  await dialog.getByLabel('A new list').fill('Easter')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(toast(page).filter({ hasText: 'Favourites and Easter' })).toBeVisible()

  // The profile itself leads to the lists too, with the present ones chosen.
  await main(page)
    .getByRole('button', { name: /^Lists for Sam/ })
    .click()
  await expect(dialog.getByRole('checkbox', { name: 'Easter' })).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(main(page).getByRole('button', { name: /^Lists for Sam/ })).toBeFocused()

  await page.goto('/account/favorites')
  await expect(listLink(page, 'Favourites 1 sitter')).toHaveAttribute('aria-current', 'page')
  await listLink(page, 'Easter 1 sitter').click()
  await expect(page).toHaveURL(/\/account\/favorites\/[\da-f-]{36}$/)
  await page.reload()
  await expect(main(page)).toContainText('On “Easter”')
})

test('a list is made, renamed, emptied and deleted, and removals can be undone', async ({ page }) => {
  await saveSitter(page)
  await page.goto('/account/favorites')
  await createList(page, 'For Pip')
  await expect(main(page)).toContainText('Nobody is on this list yet')
  await main(page).getByRole('link', { name: 'See your favourites' }).click()
  await main(page)
    .getByRole('button', { name: /^Lists for Sam/ })
    .click()
  await page.getByRole('checkbox', { name: 'For Pip' }).check()
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
  await listLink(page, 'For Pip 1 sitter').click()

  await main(page).getByRole('button', { name: 'Remove from this list' }).click()
  await expect(main(page)).toContainText('Nobody is on this list yet')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(main(page)).toContainText('On “For Pip”')

  await main(page).getByRole('button', { name: 'More for For Pip' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rename “For Pip”' })
  await dialog.getByLabel('Name').fill('favourites')
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await expect(dialog).toContainText('You already have a list called “Favourites”. Choose another name.')
  await dialog.getByLabel('Name').fill('For Pip and Rex')
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'For Pip and Rex' })).toBeVisible()

  await main(page).getByRole('button', { name: 'More for For Pip and Rex' }).click()
  await page.getByRole('menuitem', { name: 'Delete the list' }).click()
  await expect(page).toHaveURL(/\/account\/favorites$/)
  await expect(main(page)).toContainText('Only on Favourites')
  await expect(listLink(page, /^For Pip/)).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'For Pip and Rex' })).toBeVisible()
  await expect(main(page)).toContainText('On “For Pip and Rex”')
})

/** Puts the sitters on a new list of this person. */
async function listOf(person: Person, name: string, sitters: readonly { id: string }[]) {
  const account = `/v1/accounts/${person.accountId}`
  const list = await as(person, FavouriteList).post(`${account}/favorite-lists`, { name })
  for (const { id } of sitters) await as(person).put(`${account}/favorites/${id}`, { listIds: [list.id] })
  return list
}

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }

for (const [device, options] of [
  ['computer', {}],
  ['phone', phone],
] as const)
  test(`on a ${device} a list is shared, somebody without an account saves from it, and sharing ends at once`, async ({
    browser,
  }) => {
    const ownersContext = await browser.newContext(options)
    const page = await ownersContext.newPage()
    const { nia, sitter, town } = await ownerAndSitter(page)
    const second = await becomeSitter(await signUp(unique('Tom')), town.id, unique('Red camellias'))
    await listOf(nia, 'Easter', [sitter, second])
    await page.reload()
    await listLink(page, 'Easter 2 sitters').click()
    await expect(page.getByRole('heading', { level: 1, name: 'Easter' })).toBeVisible()
    await main(page).getByRole('button', { name: 'Share', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Share “Easter”' })
    await dialog.getByRole('button', { name: 'Make a link' }).click()
    const url = await dialog.getByLabel('Link to the list').inputValue()
    expect(url).toMatch(/\/lists\/[\w-]{22}$/)
    await dialog.getByRole('button', { name: 'Done' }).click()

    const visitor = await (await browser.newContext(options)).newPage()
    await visitor.goto(url)
    await isComplete(visitor)
    await expect(visitor.getByRole('heading', { level: 1, name: 'Easter' })).toBeVisible()
    await expect(main(visitor)).toContainText('A list by Nia with 2 sitters')
    await expect(main(visitor)).not.toContainText(nia.name)
    await expect(main(visitor).locator('.sitter-card-price')).toHaveText([/^from €33/, /^from €33/])
    const hearts = main(visitor).getByRole('button', { name: /^Keep .* as a favourite$/ })
    await hearts.first().click()
    await expect(hearts.first()).toHaveAttribute('aria-pressed', 'true')
    await expect(hearts.last()).toHaveAttribute('aria-pressed', 'false')
    await main(visitor).getByRole('button', { name: 'Save all to your favourites' }).click()
    await expect(hearts.last()).toHaveAttribute('aria-pressed', 'true')
    await main(visitor).getByRole('link', { name: 'your favourites' }).click()
    await expect(visitor).toHaveURL(/\/favorites$/)
    await expect(main(visitor).getByRole('listitem').getByRole('heading')).toHaveCount(2)

    await main(page).getByRole('button', { name: 'Shared' }).click()
    await dialog.getByRole('button', { name: 'Stop sharing' }).click()
    await expect(toast(page).filter({ hasText: 'no longer shared' })).toBeVisible()
    expect((await visitor.goto(url))!.status()).toBe(404)
    await ownersContext.close()
    await visitor.context().close()
  })

test('a shared list needs no scripts, and is kept out of caches and search engines', async ({ browser }) => {
  const nia = await signUp(unique('Nia'))
  const sitter = await becomeSitter(
    await signUp(unique('Sam')),
    (await findTown('Horta')).id,
    unique('Lilies'),
  )
  const { id } = await listOf(nia, 'Easter', [sitter])
  const sharing = `/v1/accounts/${nia.accountId}/favorite-lists/${id}/sharing`
  const { url } = await as(nia, FavouriteList).put(sharing, { shared: true })
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  const response = (await page.goto(url!))!
  expect(response.headers()).toMatchObject({
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex, nofollow, noarchive',
  })
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
  await expect(main(page).getByRole('button')).toHaveCount(0)
  await main(page).getByRole('link', { name: /^Sam/ }).click()
  await expect(page).toHaveURL(new RegExp(`/sitters/${sitter.id}$`))
  await page.context().close()
})

test('where the device has a share sheet, the link of a list is handed to it', async ({ browser }) => {
  const page = await (await browser.newContext(phone)).newPage()
  await page.addInitScript(() => {
    const handed: unknown[] = []
    Object.assign(window, { handed })
    Object.assign(navigator, { share: async (what: unknown) => void handed.push(what) })
  })
  const { nia, sitter } = await ownerAndSitter(page)
  await listOf(nia, 'Easter', [sitter])
  await page.reload()
  await main(page).getByRole('button', { name: 'Share', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Share “Favourites”' })
  await dialog.getByRole('button', { name: 'Make a link' }).click()
  const url = await dialog.getByLabel('Link to the list').inputValue()
  await dialog.getByRole('button', { name: 'Share', exact: true }).click()
  const handed = () => page.evaluate((): unknown => Reflect.get(window, 'handed'))
  await expect.poll(handed).toEqual([{ title: 'Favourites', url }])
  await page.context().close()
})
