import { expect } from '@playwright/test'
import { test } from './paid-product.ts'
import { as, type Person, signInHere, signUp, unique } from './people.ts'
import { accept, type Booking, dialog, main, openAs, press, readAs, status, twoPeople } from './stay.ts'
import { inDatabase } from './time.ts'

const untilSent = (olga: Person, booking: Booking) =>
  expect.poll(async () => (await readAs(olga, booking)).status).toBe('requested')

test('a request waits for its card, goes out with one that works, is confirmed and paid out', async ({
  page,
  browser,
  site: { peer },
}) => {
  const { olga, sam, booking, path } = await twoPeople(20)

  await signInHere(page, olga, path)
  await status(page, 'Not sent yet')
  await expect(page.getByText('Sam gets your request as soon as your card is checked')).toBeVisible()
  await page.getByRole('button', { name: 'Add a card' }).click()
  await page.getByLabel('Test card').selectOption('pm_card_chargeDeclined')
  await page.getByRole('button', { name: 'Send with this card' }).click()
  await expect(page.getByRole('alert')).toContainText('Your card was declined.')
  await expect(readAs(sam, booking)).rejects.toThrow('404')

  await page.getByLabel('Test card').selectOption('pm_card_visa')
  await page.getByRole('button', { name: 'Send with this card' }).click()
  await status(page, 'Waiting for the answer')
  await accept(sam, await readAs(sam, booking))
  await expect.poll(async () => (await readAs(olga, booking)).payment.status).toBe('captured')
  await page.reload()
  await status(page, 'Confirmed')
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

test('a bank that asks its customer holds nothing after a no, and holds the amount after a yes', async ({
  page,
  site: { peer },
}) => {
  const { olga, sam, booking, path } = await twoPeople(20)
  await signInHere(page, olga, path)
  const pay = page.getByRole('region', { name: 'Add your card to send the request' })
  await press(page, 'Add a card')
  await page.getByLabel('Test card').selectOption('pm_card_authenticationRequired')
  const bank = page.getByRole('dialog', { name: 'Your bank asks' })

  await press(page, 'Send with this card')
  await bank.getByRole('button', { name: 'No, stop' }).click()
  await expect(page.getByRole('alert')).toContainText('unable to authenticate your payment method')
  await expect(pay).toContainText('is charged when Sam accepts, and not before')
  expect(peer.all('payment_intent').at(-1)).toMatchObject({ status: 'requires_payment_method' })
  expect((await readAs(olga, booking)).payment.status).not.toBe('authorised')

  await press(page, 'Send with this card')
  await bank.getByRole('button', { name: 'Yes, it is me' }).click()
  await expect(pay).toBeHidden()
  await status(page, 'Waiting for the answer')
  expect((await readAs(olga, booking)).payment.status).toBe('authorised')
  expect(peer.all('payment_intent').at(-1)).toMatchObject({ status: 'requires_capture' })

  await accept(sam, await readAs(sam, booking))
  await expect.poll(async () => (await readAs(olga, booking)).payment.status).toBe('captured')
  await page.reload()
  await status(page, 'Confirmed')
  await expect(page.getByText('It was paid by card.')).toBeVisible()
})

test('an operator answers a bank that took a payment back, and decides who bears it when it is lost', async ({
  page,
  site: { url, peer },
}) => {
  const { olga, sam, booking } = await twoPeople(20)
  const ada = await signUp(unique('Ada'))
  await inDatabase((client) =>
    client.query(`update account set roles = '{operator}' where id = $1`, [ada.accountId]),
  )
  const step = await as(olga).put<{ clientSecret: string }>(`/v1/bookings/${booking.id}/payment`, {})
  peer.confirm(peer.all('payment_intent').at(-1)!, 'pm_card_visa', false)
  expect(step.clientSecret).toContain(peer.all('payment_intent').at(-1)!.id)
  await as(olga).put(`/v1/bookings/${booking.id}/payment`, {})
  await untilSent(olga, booking)
  await accept(sam, await readAs(sam, booking))
  await expect.poll(async () => (await readAs(olga, booking)).payment.status).toBe('captured')
  const hear = async () => {
    for (const event of peer.events.splice(0)) {
      const { bytes, signature } = peer.sign(event, new Date())
      const headers = { 'stripe-signature': signature, 'content-type': 'application/json' }
      const heard = await fetch(`${url}/v1/webhooks/stripe`, { method: 'POST', headers, body: bytes })
      expect(heard.status).toBe(200)
    }
  }
  const now = Math.floor(Date.now() / 1000)
  const { id } = peer.openDispute(peer.all('payment_intent').at(-1)!.id, {
    created: now,
    dueBy: now + 8 * 86_400,
  })
  await hear()
  const taken = async () => (await as(ada).get<{ items: unknown[] }>('/v1/admin/disputes')).items.length
  await expect.poll(taken).toBe(1)

  await signInHere(page, ada, '/admin/disputes')
  await expect(main(page).getByRole('listitem').filter({ hasText: booking.number })).toContainText(
    'Answer by',
  )
  await page.getByRole('link', { name: `€66.00, booking ${booking.number}` }).click()
  const card = page.getByRole('region', { name: 'Dispute with the bank' })
  await expect(card).toContainText('Taken by the bank€66.00')
  await card.getByLabel('Answer to the bank').fill('Both were there, as the messages and pictures show.')
  await press(page, 'Send the answer')
  await dialog(page).getByRole('button', { name: 'Send the answer' }).click()
  await expect(card).toContainText('Answered')
  expect(peer.all('dispute')).toMatchObject([
    { evidence: 'Both were there, as the messages and pictures show.' },
  ])

  peer.closeDispute(id, 'lost')
  await hear()
  await expect
    .poll(
      async () => (await as(ada).get<{ items: { state: string }[] }>('/v1/admin/disputes')).items[0]?.state,
    )
    .toBe('lost')
  await page.reload()
  await card.getByLabel('Reasons').fill('Sam has done nothing wrong, so the site bears it.')
  await press(page, 'Decide')
  await dialog(page).getByRole('button', { name: 'Decide' }).click()
  await expect(card).toContainText('Borne by the site€66.00')
  await page.goto('/admin/disputes?status=closed')
  await expect(main(page).getByRole('listitem').filter({ hasText: booking.number })).toContainText('decided')
})
