import { expect } from '@playwright/test'
import { test } from './paid-product.ts'
import { signInHere } from './people.ts'
import { accept, openAs, twoPeople } from './stay.ts'

test('a card that is declined keeps the days, another one confirms the booking, and the sitter is paid out', async ({
  page,
  browser,
  site: { peer },
}) => {
  const { olga, sam, booking, path } = await twoPeople(20)

  await signInHere(page, olga, path)
  await expect(page.getByText('is charged when Sam accepts, and not before')).toBeVisible()
  await page.getByRole('button', { name: 'Add a card' }).click()
  await page.getByLabel('Test card').selectOption('pm_card_chargeDeclined')
  await page.getByRole('button', { name: 'Use this card' }).click()
  await expect(page.getByRole('alert')).toContainText('Your card was declined.')

  await accept(sam, booking)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Pay €66.00 to confirm' })).toBeVisible()
  await page.getByRole('button', { name: 'Pay by card' }).click()
  await page.getByLabel('Test card').selectOption('pm_card_visa')
  await page.getByRole('button', { name: 'Pay €66.00' }).click()
  await expect(page.getByText('Confirmed', { exact: true })).toBeVisible()
  await expect(page.getByText('It was paid by card.')).toBeVisible()
  expect(peer.all('payment_intent')).toMatchObject([{ status: 'succeeded', amount_received: 66_00 }])

  const sams = await openAs(browser, sam, '/account/earnings')
  await sams.route('https://connect.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Stripe asks</h1>' }),
  )
  await sams.getByRole('button', { name: 'Set up payouts' }).click()
  await expect(sams.getByRole('heading', { name: 'Stripe asks' })).toBeVisible()
  peer.finishAccount(peer.all('account')[0]!.id)
  await sams.goto('/account/earnings')
  await expect(sams.getByRole('heading', { name: 'Your payouts are set up' })).toBeVisible()
})
