import { describe, expect, test } from 'vitest'
import { calculateOffer, createBooking } from '#contract/bookings/bookings.ts'
import { bookingJobs } from '#server/bookings/jobs.ts'
import { newKey, refusalOf, send } from '#test/booking-fixture.ts'
import { olga, sam } from '#test/cast.ts'
import { expectInvariants } from '#test/invariants.ts'
import {
  accepted,
  chargeAt,
  daysBetween,
  draftOf,
  eventsOf,
  agreed,
  payments,
  stateOf,
  summer,
  recipientsOf,
  used,
} from '#test/late-charge-fixture.ts'
import { paymentFixture } from '#test/payment-fixture.ts'

describe('a booking far ahead', () => {
  test('is confirmed with a saved card, charged on its charge date, and paid out within 90 days', async () => {
    const fixture = await paymentFixture()
    const { peer, deps } = fixture
    await fixture.giveAccount()
    const booking = await accepted(fixture)
    expect(booking).toMatchObject({
      status: 'confirmed',
      payment: {
        status: 'authorised',
        paid: 0,
        due: null,
        charge: { at: chargeAt, amount: 83_60, state: 'planned', swappable: true },
      },
    })
    // Only the owner can replace the card.
    expect((await fixture.show(sam, booking)).payment.charge).toEqual({
      ...booking.payment.charge,
      swappable: false,
    })
    expect([recipientsOf(fixture, 'keep_card'), await used(fixture)]).toEqual([
      ['owner', 'sitter'],
      [1, 1],
    ])
    expect(peer.all('payment_intent')).toEqual([])
    expect(await fixture.posted(booking)).toEqual([])
    expect((await refusalOf(fixture.receipt(olga, booking))).code).toBe('receipt-not-ready')
    expect((await fixture.money(sam, booking)).earnings?.payouts).toEqual([])
    await expectInvariants(deps)

    await fixture.clockTo('2027-03-23T09:59:00Z')
    expect(recipientsOf(fixture, 'remind_charge')).toEqual([])
    await fixture.clockTo('2027-03-23T10:00:00Z')
    expect(recipientsOf(fixture, 'remind_charge')).toEqual(['owner'])
    expect((await fixture.now(booking)).version).toBe(booking.version)
    await fixture.clockTo('2027-03-26T09:59:00Z')
    expect(peer.all('payment_intent')).toEqual([])
    await fixture.clockTo(chargeAt)
    await fixture.clockTo('2027-03-26T10:01:00Z')
    expect(await fixture.now(booking)).toMatchObject({
      status: 'confirmed',
      payment: { status: 'captured', paid: 83_60, charge: null },
    })
    expect(recipientsOf(fixture, 'remind_charge')).toEqual(['owner'])
    expect(recipientsOf(fixture, 'pay_charge')).toEqual(['owner', 'sitter'])
    await expectInvariants(deps)

    for (const moment of ['2027-06-18T17:00:00Z', '2027-06-21T10:00:00Z', '2027-06-22T10:00:00Z'])
      await fixture.clockTo(moment)
    const [charge, ...more] = peer.all('charge')
    const [transfer] = peer.all('transfer')
    expect([charge?.['amount'], transfer?.['amount'], more]).toEqual([83_60, 68_40, []])
    expect(daysBetween(charge?.['created'], transfer?.['created'])).toBe(88)
    expect(await eventsOf(fixture, booking)).toEqual([
      'request',
      'give_card',
      'accept',
      'keep_card',
      'remind_charge',
      'charge_card',
      'pay_charge',
      'auto_start',
      'auto_complete',
      'release_payout',
    ])
    await expectInvariants(deps)
  })

  test('shows the charge date before it is accepted', async () => {
    const fixture = await paymentFixture()
    const booking = await fixture.ask(olga, draftOf(fixture))
    const expected = { at: chargeAt, amount: 83_60, state: 'expected', swappable: false }
    expect(booking.payment).toMatchObject({ due: { amount: 83_60, now: false }, charge: expected })
    expect(await fixture.step(olga, booking)).toMatchObject({ purpose: 'store', amount: 83_60 })
    const soon = await fixture.request()
    expect(soon.payment.charge).toBeNull()
  })

  test('is charged on acceptance if its charge date has already passed', async () => {
    const fixture = await paymentFixture()
    fixture.deps.clock.set(new Date('2027-03-26T09:00:00Z'))
    const booking = await fixture.ask(olga, draftOf(fixture))
    await fixture.giveCard(booking)
    expect((await payments(fixture))[0]).toMatchObject({ way: 'store', state: 'stored' })
    fixture.deps.clock.set(new Date('2027-03-26T11:00:00Z'))
    await fixture.act(sam, booking, 'accept')
    await fixture.work()
    expect(await stateOf(fixture, booking)).toEqual(['confirmed', 'captured'])
    expect(fixture.peer.all('charge')).toHaveLength(1)
    await expectInvariants(fixture.deps)
  })

  test('that is booked instantly awaits a card, and is confirmed once the card is saved', async () => {
    const fixture = await paymentFixture()
    const { deps, db } = fixture
    await db.updateTable('sitter').set({ instant_book: 'everyone' }).execute()
    const { quoteHash } = await fixture.quote(olga, draftOf(fixture))
    const body = { ...draftOf(fixture), event: 'instant_book', quoteHash }
    const booking = await send(deps, createBooking, olga, { body, idempotencyKey: newKey() })
    await fixture.work()
    expect(await fixture.now(booking)).toMatchObject({
      status: 'awaiting_payment',
      payment: {
        due: { amount: 83_60, now: false },
        charge: { at: chargeAt, state: 'expected', swappable: false },
      },
    })
    expect(await fixture.step(olga, booking)).toMatchObject({ purpose: 'store' })
    await fixture.giveCard(booking)
    expect(await stateOf(fixture, booking)).toEqual(['confirmed', 'authorised'])
    expect(fixture.peer.all('payment_intent')).toEqual([])
    await fixture.clockTo(chargeAt)
    expect(await stateOf(fixture, booking)).toEqual(['confirmed', 'captured'])
    await expectInvariants(deps)
  })

  test('that results from an offer for later dates saves the card and releases the hold', async () => {
    const fixture = await paymentFixture()
    const { deps, peer, db } = fixture
    const booking = await fixture.request()
    await fixture.giveCard(booking)
    expect(fixture.lastIntent()['status']).toBe('requires_capture')
    // An offer for the same amount leaves the hold unchanged.
    const request = { params: { bookingId: booking.id }, body: summer }
    const { quoteHash } = await send(deps, calculateOffer, sam, request)
    await fixture.act(sam, booking, 'offer', { ...summer, quoteHash })
    expect((await db.selectFrom('booking').select('total').executeTakeFirstOrThrow()).total).toBe(83_60)
    await fixture.act(olga, booking, 'accept_offer')
    await fixture.work()
    expect(await fixture.now(booking)).toMatchObject({
      status: 'confirmed',
      payment: { status: 'authorised', charge: { at: chargeAt } },
    })
    expect(fixture.lastIntent()['status']).toBe('canceled')
    expect((await payments(fixture)).map(({ state, way }) => [state, way])).toEqual([
      ['voided', 'hold'],
      ['stored', 'store'],
    ])
    await fixture.clockTo(chargeAt)
    expect(await stateOf(fixture, booking)).toEqual(['confirmed', 'captured'])
    expect(peer.all('charge')).toHaveLength(1)
    await expectInvariants(deps)
  })
})

test('late or repeated card results change neither a confirmed booking nor its saved card', async () => {
  const fixture = await paymentFixture()
  const { deps, db } = fixture
  const booking = await accepted(fixture)
  const { id: paymentId } = await db.selectFrom('payment').select('id').executeTakeFirstOrThrow()
  for (const outcome of ['authorised', 'failed'] as const)
    deps.jobs.push({
      name: 'bookings.settle-payment',
      payload: { bookingId: booking.id, paymentId, outcome },
    })
  await fixture.work()
  await fixture.hear()
  expect(await stateOf(fixture, booking)).toEqual(['confirmed', 'authorised'])
  expect((await payments(fixture)).map(({ state }) => state)).toEqual(['stored'])
  expect((await eventsOf(fixture, booking)).at(-1)).toBe('keep_card')
})

test('mails tell each side when the card is charged, and about a change, a failed charge and a cancellation', async () => {
  const fixture = await paymentFixture()
  const { deps, db } = fixture
  const { run } = bookingJobs(deps).find(({ name }) => name === 'bookings.notify')!
  /** Returns what the mails since the last call say, in order: recipient, subject, and every line about the charge. */
  async function read(): Promise<string[]> {
    for (const { name, payload } of deps.jobs.splice(0)) if (name === 'bookings.notify') await run(payload)
    const mails = await db.deleteFrom('mail').returningAll().execute()
    return mails.flatMap(({ recipient, subject, text_body: text }) => [
      `${recipient.split('@')[0]}: ${subject.replace(/ \(.*/, '')}`,
      ...text.split('\n').filter((line) => /charged|pay nothing|nothing$|extra|Pay by/i.test(line)),
    ])
  }
  const booking = await accepted(fixture)
  expect(await read()).toEqual([
    'olga: Your request to Sam is on its way',
    'We have sent your request to Sam. You pay nothing unless it is accepted, and you can withdraw it until then.',
    'Charged on: Fri, 26 Mar 2027',
    'sam: Olga would like to book you',
    'olga: Your booking with Sam is confirmed: your card will be charged later',
    'Your card is saved and will be charged €83.60 on Fri, 26 Mar 2027. You pay nothing before then; we remind you some days before.',
    'Charged on: Fri, 26 Mar 2027',
    'sam: Olga’s booking is confirmed',
    'The booking for Rex is confirmed, and the days are booked in your calendar. The start is far ahead, so Olga’s card is saved and will be charged on Fri, 26 Mar 2027; we tell you when it is paid.',
  ])
  await agreed(fixture, booking, { endOn: '2027-06-21' })
  expect(await read()).toEqual([
    'sam: Olga would like to change the booking',
    'The owner pays extra: €41.80',
    'olga: Your booking with Sam has been changed',
    'You pay extra: €41.80',
    'Charged on:    Sat, 27 Mar 2027',
    'sam: Olga’s booking has been changed',
    'The owner pays extra: €41.80',
  ])
  await fixture.clockTo('2027-03-24T10:00:00Z')
  expect(await read()).toEqual([
    'olga: Your card will be charged soon for your booking with Sam',
    'Your card will be charged €125.40 on Sat, 27 Mar 2027 for the booking with Sam. You don’t need to do anything.',
    'If your plans have changed, cancel before that day and you pay nothing.',
    'Charged on: Sat, 27 Mar 2027',
  ])
  fixture.peer.turnCards('pm_card_chargeDeclined')
  await fixture.clockTo('2027-03-27T10:00:00Z')
  expect(await read()).toEqual([
    'olga: Please pay for your booking with Sam: your card could not be charged',
    'Your card could not be charged for the booking with Sam: it was declined, or your bank asks you to confirm the payment.',
    'Sam is holding the days for you. Open the booking to pay, with another card if you like; if you do not pay in time, it expires and you are not charged.',
    'Pay by:  Tue, 30 Mar 2027, 11:00 (Dublin time)',
    'sam: Olga’s card could not be charged: your days are held',
    'Olga’s card could not be charged for the booking for Rex, and we have asked for another one. Your days are held until then; if the payment does not come in time, they are free again.',
    'Pay by:  Tue, 30 Mar 2027, 11:00 (Dublin time)',
  ])
  const other = await fixture.ask(olga, { ...draftOf(fixture), startOn: '2027-08-13', endOn: '2027-08-15' })
  await fixture.giveCard(other)
  await fixture.act(sam, other, 'accept')
  await fixture.work()
  await read()
  await fixture.act(sam, other, 'cancel_by_sitter', { reason: 'I have fallen ill.' })
  expect(await read()).toEqual([
    'olga: Sam had to cancel: you pay only for the care you received',
    'Your card has not been charged; you pay nothing.',
    'sam: You cancelled Olga’s booking',
    'Olga’s card has not been charged; Olga pays nothing.',
  ])
})
