import { expect, type Page, test } from '@playwright/test'
import { as, isComplete, signInHere, signUp, unique } from './people.ts'
import { accept, main, openAs, twoPeople } from './stay.ts'

const list = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' })

test('“?” lists the keys from the first press on, without the pages of somebody who is signed in', async ({
  page,
}) => {
  await page.goto('/how-it-works')
  await isComplete(page)
  await page.keyboard.press('?')
  await expect(list(page)).toContainText('Previous or next month')
  await expect(list(page)).not.toContainText('Go to a page')
  await page.keyboard.press('Escape')
  await expect(list(page)).toBeHidden()
})

test('G and a letter open a page, but not in a field, and not once single keys are switched off', async ({
  page,
}) => {
  await signInHere(page, await signUp(unique('Olga')), '/account/profile')
  await isComplete(page)
  await page.getByLabel('Name', { exact: true }).press('End')
  await page.keyboard.type('gb?')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(/gb\?$/)
  await expect(list(page)).toBeHidden()
  await page.reload()
  await isComplete(page)
  await page.keyboard.press('?')
  await expect(list(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(list(page)).toBeHidden()
  await page.keyboard.type('gb')
  await page.waitForURL('**/account/bookings')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  await page.keyboard.press('?')
  await expect(list(page)).toContainText('G then M')
  await list(page).getByRole('switch', { name: 'Single keys' }).uncheck()
  await page.keyboard.press('Escape')
  await page.keyboard.type('gm?')
  await expect(list(page)).toBeHidden()
  await page.keyboard.press('ControlOrMeta+K')
  await page.getByRole('dialog').getByRole('combobox').fill('Keyboard')
  await page.keyboard.press('Enter')
  await expect(list(page)).toBeVisible()
  await expect(page).toHaveURL(/\/account\/bookings$/)
})

test('keys pressed after a movement of the mouse, while their code is loading, are carried out', async ({
  page,
}) => {
  await signInHere(page, await signUp(unique('Olga')), '/account/profile')
  let load = () => {}
  const isWanted = new Promise<void>((resolve) => (load = resolve))
  await page.route('**/assets/after-interaction-*.js', async (route) => {
    await isWanted
    await route.continue()
  })
  let know = () => {}
  const isKnown = new Promise<void>((resolve) => (know = resolve))
  await page.route('**/v1/accounts/by-external-id/*', async (route) => {
    await isKnown
    await route.continue()
  })
  await page.reload()
  await isComplete(page)
  const asked = page.waitForRequest('**/assets/after-interaction-*.js')
  await page.mouse.move(200, 200)
  await page.mouse.move(210, 210)
  await asked
  await page.keyboard.type('gb')
  const loaded = page.waitForResponse('**/assets/after-interaction-*.js')
  load()
  await (await loaded).finished()
  know()
  await page.waitForURL('**/account/bookings')
})

test('Ctrl Z undoes the last action, also on another page, and the palette names it', async ({ page }) => {
  const { olga, sam, booking } = await twoPeople(30)
  await accept(sam, booking)
  await signInHere(page, olga, '/account/notices')
  const unread = main(page).getByRole('button', { name: /^Mark as read/ })
  await unread.click()
  await expect(unread).toHaveCount(0)
  await page.getByRole('link', { name: 'Notification settings' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Notification settings')

  await page.keyboard.press('ControlOrMeta+K')
  await expect(page.getByRole('option', { name: 'Undo: Marked as read' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('ControlOrMeta+Z')
  await expect(page.getByText('Undone: Marked as read')).toBeVisible()
  expect(await as(olga).get('/v1/notices/unread')).toMatchObject({ unread: 1 })
  await page.keyboard.press('ControlOrMeta+Z')
  await expect(page.getByText('There is nothing to undo.')).toBeVisible()
})

test('a request is accepted and a message is answered in the list of notices', async ({ page, browser }) => {
  const { olga, sam, booking } = await twoPeople(40)
  await signInHere(page, sam, '/account/notices')
  const asked = main(page).getByRole('listitem').filter({ hasText: 'would like to book you' })
  await asked.getByRole('button', { name: /^Answer here/ }).click()
  await asked.getByRole('button', { name: 'Accept booking' }).click()
  await expect(asked).toContainText('Confirmed')
  await expect(asked).not.toContainText('Unread')
  await expect(page).toHaveURL(/\/account\/notices$/)

  const olgaPage = await openAs(browser, olga, '/account')
  await olgaPage.goto(`/account/messages/new?booking=${booking.id}`)
  const area = olgaPage.getByRole('textbox', { name: /^Message to/ })
  await area.fill('When may we come?')
  await area.press('Enter')
  const written = main(page).getByRole('listitem').filter({ hasText: 'wrote to you' }).first()
  await written.getByRole('button', { name: /^Reply here/ }).click()
  await expect(written).toContainText('When may we come?')
  await written.getByRole('textbox').fill('At noon.')
  await written.getByRole('textbox').press('Enter')
  await expect(written).toContainText('At noon.')
  await expect(olgaPage.getByRole('region', { name: /^Conversation with/ })).toContainText('At noon.')
  await olgaPage.context().close()
})
