import { expect, type Page } from '@playwright/test'
import { Booking, ChangePreview } from '#contract/bookings/bookings.ts'
import { listDisputes } from '#contract/payments/disputes.ts'
import { PaymentStep } from '#contract/payments/payments.ts'
import { chargeNow, farAhead } from './far-ahead.ts'
import { test } from './paid-product.ts'
import { as, dayFromToday, mailTo, type Person, signInHere, signUp, unique } from './people.ts'
import { accept, dialog, history, main, openAs, press, readAs, status, twoPeople } from './stay.ts'
import { beginInHours, inDatabase } from './time.ts'

const untilSent = (olga: Person, booking: Booking) =>
  expect.poll(async () => (await readAs(olga, booking)).status).toBe('requested')

/** Sends an event through the API for the booking's current version. */
async function step(person: Person, booking: Booking, move: object) {
  const { id, version } = await readAs(person, booking)
  return as(person, Booking).put('/v1/bookings', { id, version, ...move })
}

/** Answers the bank's challenge in the dialog over the page. */
const answerBank = (page: Page, answer: 'Yes, it is me' | 'No, stop') =>
  page.getByRole('dialog', { name: 'Your bank asks' }).getByRole('button', { name: answer }).click()

test('a request is sent once a card is accepted, is charged on acceptance, and payouts can be set up', async ({
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
  await expect(page.getByText('Paid by card.')).toBeVisible()
  expect(peer.all('payment_intent')).toMatchObject([{ status: 'succeeded', amount_received: 66_00 }])

  const samPage = await openAs(browser, sam, '/account/earnings')
  await samPage.route('https://connect.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Stripe asks</h1>' }),
  )
  await samPage.getByRole('button', { name: 'Set up payouts' }).click()
  await expect(samPage.getByRole('heading', { name: 'Stripe asks' })).toBeVisible()
  peer.finishAccount(peer.all('account')[0]!.id)
  await samPage.goto('/account/earnings')
  await expect(samPage.getByRole('heading', { name: 'Your payouts are set up' })).toBeVisible()
})

test('a failed bank authentication authorises nothing, and a successful one authorises the amount', async ({
  page,
  site: { peer },
}) => {
  const { olga, sam, booking, path } = await twoPeople(20)
  await signInHere(page, olga, path)
  const pay = page.getByRole('region', { name: 'Add your card to send the request' })
  await press(page, 'Add a card')
  await page.getByLabel('Test card').selectOption('pm_card_authenticationRequired')

  await press(page, 'Send with this card')
  await answerBank(page, 'No, stop')
  await expect(page.getByRole('alert')).toContainText('unable to authenticate your payment method')
  await expect(pay).toContainText('is charged when Sam accepts, and not before')
  expect(peer.all('payment_intent').at(-1)).toMatchObject({ status: 'requires_payment_method' })
  expect((await readAs(olga, booking)).payment.status).not.toBe('authorised')

  await press(page, 'Send with this card')
  await answerBank(page, 'Yes, it is me')
  await expect(pay).toBeHidden()
  await status(page, 'Waiting for the answer')
  expect((await readAs(olga, booking)).payment.status).toBe('authorised')
  expect(peer.all('payment_intent').at(-1)).toMatchObject({ status: 'requires_capture' })

  await accept(sam, await readAs(sam, booking))
  await expect.poll(async () => (await readAs(olga, booking)).payment.status).toBe('captured')
  await page.reload()
  await status(page, 'Confirmed')
  await expect(page.getByText('Paid by card.')).toBeVisible()
})

test('a payment that fails after acceptance, a surcharge and a tip can be paid on the booking’s page', async ({
  page,
  site: { peer },
}) => {
  const { olga, sam, booking, path } = await twoPeople(20)
  await as(olga).put(`/v1/bookings/${booking.id}/payment`, {})
  const hold = peer.all('payment_intent').at(-1)!
  peer.confirm(hold, 'pm_card_visa', false)
  await as(olga).put(`/v1/bookings/${booking.id}/payment`, {})
  await untilSent(olga, booking)
  // The bank releases the authorisation before the sitter accepts.
  peer.calls['POST payment_intents/:id/cancel']!({}, hold.id)
  await accept(sam, await readAs(sam, booking))
  await expect.poll(async () => (await readAs(olga, booking)).payment.status).toBe('failed')

  await signInHere(page, olga, path)
  const toConfirm = page.getByRole('region', { name: 'Pay €66.00 to confirm' })
  await expect(toConfirm).toContainText('Sam keeps the days for you until the payment is made')
  await press(page, 'Pay by card')
  await page.getByLabel('Test card').selectOption('pm_card_authenticationRequired')
  await press(page, 'Pay €66.00')
  await answerBank(page, 'No, stop')
  await expect(page.getByRole('alert')).toContainText('unable to authenticate your payment method')
  await press(page, 'Pay €66.00')
  await answerBank(page, 'Yes, it is me')
  await status(page, 'Confirmed')
  await expect(toConfirm).toBeHidden()

  // The saved card is charged first; its bank requires authentication.
  const change = {
    startOn: dayFromToday(20),
    endOn: dayFromToday(23),
    petIds: booking.pets.map(({ id }) => id),
  }
  const { changeHash } = await as(olga, ChangePreview).post(
    `/v1/bookings/${booking.id}/changes/calculate-cost`,
    change,
  )
  await step(olga, booking, { event: 'propose_change', ...change, changeHash })
  await step(sam, booking, { event: 'accept_change' })
  const payRegion = page.getByRole('region', { name: 'Pay €33.00 for the change' })
  await expect.poll(async () => (await readAs(olga, booking)).payment.due).toMatchObject({ now: true })
  await page.reload()
  await expect(payRegion).toBeVisible()
  await expect(page.getByRole('region', { name: 'The change is accepted' })).toBeVisible()
  await expect(main(page).getByText(/^Pay by [A-Z0-9]/)).toHaveCount(1)
  await press(page, 'Pay by card')
  await page.getByLabel('Test card').selectOption('pm_card_chargeDeclined')
  await press(page, 'Pay €33.00')
  await expect(page.getByRole('alert')).toContainText('Your card was declined.')
  await page.getByLabel('Test card').selectOption('pm_card_authenticationRequired')
  await press(page, 'Pay €33.00')
  await answerBank(page, 'Yes, it is me')
  await expect(payRegion).toBeHidden()
  await expect(main(page).locator('header')).toContainText('3 nights')

  await beginInHours(booking.id, 1)
  await step(sam, booking, { event: 'check_in' })
  await beginInHours(booking.id, -80)
  await step(sam, booking, { event: 'check_out' })
  await step(olga, booking, { event: 'tip', amount: 5_00 })
  await expect.poll(async () => (await readAs(olga, booking)).payment.due).toMatchObject({ now: true })
  await page.reload()
  const tip = page.getByRole('region', { name: 'Pay your tip of €5.00' })
  await expect(tip).toContainText('all of it goes to Sam')
  await press(page, 'Pay by card')
  await page.getByLabel('Test card').selectOption('pm_card_visa')
  await press(page, 'Pay €5.00')
  await expect(tip).toBeHidden()
  await expect(history(page)).toContainText('The tip of €5.00 is paid')
  expect(peer.all('payment_intent').filter((one) => one['customer'] === hold['customer'])).toMatchObject([
    { status: 'canceled' },
    { status: 'succeeded', amount_received: 66_00 },
    { status: 'succeeded', amount_received: 33_00 },
    { status: 'succeeded', amount_received: 5_00 },
  ])
})

test('the saved card of a future booking can be replaced on its page, and the new card is charged', async ({
  page,
  site: { peer },
}) => {
  const { olga, booking, path } = await farAhead(peer, 'pm_card_chargeDeclined')
  await signInHere(page, olga, path)
  const next = page.getByRole('region', { name: 'What is next' })
  await expect(next).toContainText(/Your card will be charged €66\.00 on \w+, \d+ \w+ \d{4}\./)
  await press(page, 'Use another card')
  await press(page, 'Add another card')
  await page.getByLabel('Test card').selectOption('pm_card_visa')
  await press(page, 'Save this card')
  await expect(next.getByRole('status')).toContainText('Your new card is saved')
  // A background job adds the history entry, and the page polls until it is there.
  await expect(history(page)).toContainText('added another card')

  await chargeNow(booking)
  await expect.poll(async () => (await readAs(olga, booking)).payment).toMatchObject({ paid: 66_00 })
  await page.reload()
  await status(page, 'Confirmed')
  await expect(history(page)).toContainText(/added another card.*is being charged.*was charged/)
  await expect(page.getByRole('button', { name: 'Use another card' })).toHaveCount(0)
})

test('a card declined on its charge date keeps the days reserved, and another can pay', async ({
  page,
  site: { peer },
}) => {
  const { olga, sam, booking, path } = await farAhead(peer, 'pm_card_chargeDeclined')
  await chargeNow(booking)
  await expect.poll(async () => (await readAs(olga, booking)).status).toBe('awaiting_payment')
  expect((await mailTo(olga.email, /could not be charged/)).text).toContain('it was declined')
  expect((await mailTo(sam.email, /could not be charged/)).text).toContain('Your days are held')

  await signInHere(page, olga, path)
  const payRegion = page.getByRole('region', { name: 'Pay €66.00 with another card' })
  await expect(payRegion).toContainText('Sam keeps the days for you')
  await press(page, 'Use another card')
  await page.getByLabel('Test card').selectOption('pm_card_visa')
  await press(page, 'Pay €66.00')
  await status(page, 'Confirmed')
  await expect(payRegion).toBeHidden()
  await expect(history(page)).toContainText('paid and the booking is confirmed')
  expect(await readAs(olga, booking)).toMatchObject({ payment: { status: 'captured', paid: 66_00 } })
})

test('an operator answers a card dispute and, after it is lost, decides who bears the loss', async ({
  page,
  site: { url, peer },
}) => {
  const { olga, sam, booking } = await twoPeople(20)
  const ada = await signUp(unique('Ada'))
  await inDatabase((client) =>
    client.query(`update account set roles = '{operator}' where id = $1`, [ada.accountId]),
  )
  const step = await as(olga, PaymentStep).put(`/v1/bookings/${booking.id}/payment`, {})
  peer.confirm(peer.all('payment_intent').at(-1)!, 'pm_card_visa', false)
  expect(step.clientSecret).toContain(peer.all('payment_intent').at(-1)!.id)
  await as(olga).put(`/v1/bookings/${booking.id}/payment`, {})
  await untilSent(olga, booking)
  await accept(sam, await readAs(sam, booking))
  await expect.poll(async () => (await readAs(olga, booking)).payment.status).toBe('captured')
  const deliverEvents = async () => {
    for (const event of peer.events.splice(0)) {
      const { bytes, signature } = peer.sign(event, new Date())
      const headers = { 'stripe-signature': signature, 'content-type': 'application/json' }
      const delivered = await fetch(`${url}/v1/webhooks/stripe`, { method: 'POST', headers, body: bytes })
      expect(delivered.status).toBe(200)
    }
  }
  const now = Math.floor(Date.now() / 1000)
  const { id } = peer.openDispute(peer.all('payment_intent').at(-1)!.id, {
    created: now,
    dueBy: now + 8 * 86_400,
  })
  await deliverEvents()
  const taken = async () => (await as(ada, listDisputes.response).get('/v1/admin/disputes')).items.length
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
  await deliverEvents()
  await expect
    .poll(async () => (await as(ada, listDisputes.response).get('/v1/admin/disputes')).items[0]?.state)
    .toBe('lost')
  await page.reload()
  await card.getByLabel('Reasons').fill('Sam has done nothing wrong, so the site bears it.')
  await press(page, 'Decide')
  await dialog(page).getByRole('button', { name: 'Decide' }).click()
  await expect(card).toContainText('Covered by the site€66.00')
  await page.goto('/admin/disputes?status=closed')
  await expect(main(page).getByRole('listitem').filter({ hasText: booking.number })).toContainText('decided')
})
