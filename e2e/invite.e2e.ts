import { expect, test } from '@playwright/test'
import {
  addCat,
  becomeSitter,
  dayFromToday,
  findTown,
  requestBooking,
  signInHere,
  signUp,
  unique,
} from './people.ts'
import { main, openAs, press, status } from './stay.ts'

test('a sign-up through a sitter’s link counts as a referral, and the sitter’s booking has no service fee', async ({
  page,
  browser,
}) => {
  const [sam, town] = await Promise.all([signUp(unique('Sam')), findTown('Ponta Delgada')])
  const sitter = await becomeSitter(sam, town.id, unique('Links above the harbour'))
  const samPage = await openAs(browser, sam, '/account/invite')
  await expect(main(samPage)).toContainText('Nobody has used it yet.')
  const link = await samPage.getByLabel('Your link').inputValue()

  await page.goto(new URL(link).pathname)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sam has invited you')
  await expect(main(page)).toContainText('Sam pays no service fee for 12 months')
  await page.getByRole('link', { name: 'Create my account' }).click()
  await page.getByLabel('Your name').fill(unique('Nia'))
  await page.getByLabel('E-mail', { exact: true }).fill(`${unique('nia').replace(' ', '.')}@example.org`)
  await page.getByLabel('Password', { exact: true }).fill('a-link-above-the-harbour')
  await page.getByRole('button', { name: 'Create my account' }).click()
  await expect(page).toHaveURL(new RegExp(`/sitters/${sitter.id}`))
  await samPage.reload()
  await expect(main(samPage)).toContainText('1 person has used it.')

  const olga = await signUp(unique('Olga'), new URL(link).pathname.slice('/i/'.length))
  const cat = await addCat(olga, 'Miso')
  const draft = {
    sitterId: sitter.id,
    service: 'boarding',
    startOn: dayFromToday(20),
    endOn: dayFromToday(22),
    petIds: [cat.id],
  }
  const { id } = await requestBooking(olga, draft)
  await samPage.goto(`/account/bookings/${id}`)
  await samPage.getByText('why?').first().click()
  await expect(main(samPage)).toContainText('No service fee, because the owner came through your link')
  await samPage.context().close()
})

test('a friend who is not a sitter accepts a care circle invitation and an unpaid booking', async ({
  page,
  browser,
}) => {
  const [olga, eve] = await Promise.all([signUp(unique('Olga')), signUp(unique('Eve'))])
  await addCat(olga, 'Miso')
  await signInHere(page, olga, '/account/circle')
  await page.getByLabel('What do you call them?').fill('Evie')
  await press(page, 'Make an invitation')
  const link = await page.getByLabel('Link for Evie').inputValue()

  const evePage = await openAs(browser, eve, new URL(link).pathname)
  await expect(main(evePage)).toContainText('to look after Miso, as a friend and for free')
  await press(evePage, 'Join')
  await expect(main(evePage)).toContainText('Who you help')

  await page.reload()
  await page.getByRole('link', { name: 'Ask Evie for help' }).click()
  await expect(main(page).getByRole('heading', { level: 1 })).toHaveText('Ask Evie for help')
  const form = new URL(page.url()).pathname
  await page.goto(`${form}?service=boarding&start=${dayFromToday(20)}&end=${dayFromToday(22)}`)
  await expect(page.getByRole('checkbox', { name: /Miso/ })).toBeChecked()
  await press(page, 'Ask Evie, for free')
  await expect(page).toHaveURL(/\/account\/bookings\//)
  await expect(main(page)).toContainText('Nobody pays anything')
  await evePage.goto(new URL(page.url()).pathname)
  await press(evePage, 'Accept booking')
  await status(page, 'Confirmed')
  await expect(main(page)).toContainText('Between friends')
  await evePage.context().close()
})
