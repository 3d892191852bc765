import { describe, expect, test } from 'vitest'
import { cancelByOperator } from '#contract/cases.ts'
import { type Booking, calculateOffer, createBooking } from '#contract/bookings.ts'
import { createPromoCode } from '#contract/promo-codes.ts'
import { bookingJobs } from '#server/bookings/jobs.ts'
import { createPromo } from '#server/bookings/promo-commands.ts'
import { actOn } from '#server/payments/task-commands.ts'
import { newKey, refusalOf, send, weekend } from '#test/booking-town.ts'
import { eve, olga, sam } from '#test/cast.ts'
import { expectInvariants } from '#test/invariants.ts'
import { openPaidTown } from '#test/stripe-town.ts'

const ada = { ...eve, roles: ['operator'] }

type Town = Awaited<ReturnType<typeof openPaidTown>>

/** Two nights 199 days ahead: charged 88 days before the last transfer, which is two days after the end. */
const summer = { startOn: '2027-06-18', endOn: '2027-06-20' }
const chargeAt = '2027-03-26T10:00:00.000Z'
const draftOf = (town: Town) => ({ ...weekend(town), ...summer })

async function accepted(town: Town, card?: string): Promise<Booking> {
  const booking = await town.ask(olga, draftOf(town))
  await town.giveCard(booking, card)
  await town.act(sam, booking, 'accept')
  await town.work()
  return town.now(booking)
}
const stateOf = async (town: Town, booking: Pick<Booking, 'id'>) => {
  const { status, payment } = await town.now(booking)
  return [status, payment.status]
}
const toldTo = (town: Town, event: string) =>
  town.deps.jobs.flatMap(({ name, payload }) =>
    name === 'bookings.notify' && payload.event === event ? [payload.to] : [],
  )
const eventsOf = async (town: Town, booking: Pick<Booking, 'id'>) =>
  (await town.now(booking)).timeline.map(({ event }) => event)
const used = async ({ db }: Town) =>
  (await db.selectFrom('sitter_day').select('used').where('kind', '=', 'boarding').execute()).map(
    (day) => day.used,
  )
const payments = (town: Town) =>
  town.db.selectFrom('payment').select(['state', 'way', 'amount']).orderBy('created_at').execute()
const daysBetween = (from: unknown, to: unknown) => (Number(to) - Number(from)) / 86_400

describe('a booking far ahead', () => {
  test('is confirmed with its card kept, charged on its day, and paid out within 90 days', async () => {
    const town = await openPaidTown()
    const { peer, deps } = town
    await town.giveAccount()
    const booking = await accepted(town)
    expect(booking).toMatchObject({
      status: 'confirmed',
      payment: {
        status: 'authorised',
        paid: 0,
        due: null,
        charge: { at: chargeAt, amount: 83_60, state: 'planned' },
      },
    })
    expect((await town.show(sam, booking)).payment.charge).toEqual(booking.payment.charge)
    expect([toldTo(town, 'keep_card'), await used(town)]).toEqual([
      ['owner', 'sitter'],
      [1, 1],
    ])
    expect(peer.all('payment_intent')).toEqual([])
    expect(await town.posted(booking)).toEqual([])
    expect((await refusalOf(town.receipt(olga, booking))).code).toBe('receipt-not-ready')
    expect((await town.money(sam, booking)).earnings?.payouts).toEqual([])
    await expectInvariants(deps)

    await town.clockTo('2027-03-23T09:59:00Z')
    expect(toldTo(town, 'remind_charge')).toEqual([])
    await town.clockTo('2027-03-23T10:00:00Z')
    expect(toldTo(town, 'remind_charge')).toEqual(['owner'])
    expect((await town.now(booking)).version).toBe(booking.version)
    await town.clockTo('2027-03-26T09:59:00Z')
    expect(peer.all('payment_intent')).toEqual([])
    await town.clockTo(chargeAt)
    await town.clockTo('2027-03-26T10:01:00Z')
    expect(await town.now(booking)).toMatchObject({
      status: 'confirmed',
      payment: { status: 'captured', paid: 83_60, charge: null },
    })
    expect(toldTo(town, 'remind_charge')).toEqual(['owner'])
    expect(toldTo(town, 'pay_charge')).toEqual(['owner', 'sitter'])
    await expectInvariants(deps)

    for (const moment of ['2027-06-18T17:00:00Z', '2027-06-21T10:00:00Z', '2027-06-22T10:00:00Z'])
      await town.clockTo(moment)
    const [charge, ...more] = peer.all('charge')
    const [transfer] = peer.all('transfer')
    expect([charge?.['amount'], transfer?.['amount'], more]).toEqual([83_60, 68_40, []])
    expect(daysBetween(charge?.['created'], transfer?.['created'])).toBe(88)
    expect(await eventsOf(town, booking)).toEqual([
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

  test('shows before it is agreed when the card will be charged', async () => {
    const town = await openPaidTown()
    const booking = await town.ask(olga, draftOf(town))
    const expected = { at: chargeAt, amount: 83_60, state: 'expected' }
    expect(booking.payment).toMatchObject({ due: { amount: 83_60, now: false }, charge: expected })
    expect(await town.step(olga, booking)).toMatchObject({ purpose: 'store', amount: 83_60 })
    const soon = await town.request()
    expect(soon.payment.charge).toBeNull()
  })

  test('is charged at once when its day has passed before the answer', async () => {
    const town = await openPaidTown()
    town.deps.clock.set(new Date('2027-03-26T09:00:00Z'))
    const booking = await town.ask(olga, draftOf(town))
    await town.giveCard(booking)
    expect((await payments(town))[0]).toMatchObject({ way: 'store', state: 'stored' })
    town.deps.clock.set(new Date('2027-03-26T11:00:00Z'))
    await town.act(sam, booking, 'accept')
    await town.work()
    expect(await stateOf(town, booking)).toEqual(['confirmed', 'captured'])
    expect(town.peer.all('charge')).toHaveLength(1)
    await expectInvariants(town.deps)
  })

  test('that is booked at once waits for the card, and is confirmed by it', async () => {
    const town = await openPaidTown()
    const { deps, db } = town
    await db.updateTable('sitter').set({ instant_book: 'everyone' }).execute()
    const { quoteHash } = await town.quote(olga, draftOf(town))
    const body = { ...draftOf(town), event: 'instant_book', quoteHash }
    const booking = await send(deps, createBooking, olga, { body, idempotencyKey: newKey() })
    await town.work()
    expect(await town.now(booking)).toMatchObject({
      status: 'awaiting_payment',
      payment: { due: { amount: 83_60, now: false }, charge: { at: chargeAt, state: 'expected' } },
    })
    expect(await town.step(olga, booking)).toMatchObject({ purpose: 'store' })
    await town.giveCard(booking)
    expect(await stateOf(town, booking)).toEqual(['confirmed', 'authorised'])
    expect(town.peer.all('payment_intent')).toEqual([])
    await town.clockTo(chargeAt)
    expect(await stateOf(town, booking)).toEqual(['confirmed', 'captured'])
    await expectInvariants(deps)
  })

  test('that comes of an offer for later days keeps the card and lets the hold go', async () => {
    const town = await openPaidTown()
    const { deps, peer, db } = town
    const booking = await town.request()
    await town.giveCard(booking)
    expect(town.lastIntent()['status']).toBe('requires_capture')
    // Offers leave a hold for the same amount as it is.
    const asked = { params: { bookingId: booking.id }, body: summer }
    const { quoteHash } = await send(deps, calculateOffer, sam, asked)
    await town.act(sam, booking, 'offer', { ...summer, quoteHash })
    expect((await db.selectFrom('booking').select('total').executeTakeFirstOrThrow()).total).toBe(83_60)
    await town.act(olga, booking, 'accept_offer')
    await town.work()
    expect(await town.now(booking)).toMatchObject({
      status: 'confirmed',
      payment: { status: 'authorised', charge: { at: chargeAt } },
    })
    expect(town.lastIntent()['status']).toBe('canceled')
    expect((await payments(town)).map(({ state, way }) => [state, way])).toEqual([
      ['voided', 'hold'],
      ['stored', 'store'],
    ])
    await town.clockTo(chargeAt)
    expect(await stateOf(town, booking)).toEqual(['confirmed', 'captured'])
    expect(peer.all('charge')).toHaveLength(1)
    await expectInvariants(deps)
  })
})

const asked = (town: Town, booking: Pick<Booking, 'id'>, terms: object) =>
  town.agreeOn(booking as Booking, { ...summer, ...terms })

test('a word about the card that comes late, or again, lets nothing of a confirmed booking go', async () => {
  const town = await openPaidTown()
  const { deps, db } = town
  const booking = await accepted(town)
  const { id: paymentId } = await db.selectFrom('payment').select('id').executeTakeFirstOrThrow()
  for (const outcome of ['authorised', 'failed'] as const)
    deps.jobs.push({
      name: 'bookings.settle-payment',
      payload: { bookingId: booking.id, paymentId, outcome },
    })
  await town.work()
  await town.hear()
  expect(await stateOf(town, booking)).toEqual(['confirmed', 'authorised'])
  expect((await payments(town)).map(({ state }) => state)).toEqual(['stored'])
  expect((await eventsOf(town, booking)).at(-1)).toBe('keep_card')
})

describe('the charge', () => {
  test.each(['lose', 'fail', 'failAfter', 'limit'] as const)(
    'is made once, when it meets: %s',
    async (fault) => {
      const town = await openPaidTown()
      const booking = await accepted(town)
      town.peer.switches[fault] = 1
      await town.clockTo(chargeAt)
      await town.hear()
      await town.hear()
      expect(town.peer.switches[fault]).toBe(0)
      expect(await stateOf(town, booking)).toEqual(['confirmed', 'captured'])
      expect(town.peer.all('charge')).toHaveLength(1)
      expect((await eventsOf(town, booking)).filter((event) => event === 'pay_charge')).toHaveLength(1)
      await expectInvariants(town.deps)
    },
  )

  test('stays unknown for longer than Stripe knows its key, while nothing else is done, and is then found', async () => {
    const town = await openPaidTown()
    const { deps, peer } = town
    const booking = await accepted(town)
    deps.clock.set(new Date(chargeAt))
    await town.runClock()
    const task = deps.jobs.find(({ name }) => name === 'payments.act')!.payload
    peer.switches.lose = 1
    await expect(actOn(deps, deps.stripe!, (task as { taskId: string }).taskId)).rejects.toThrow('No answer')
    peer.forgetKeys()
    deps.clock.set(new Date('2027-03-27T11:00:00Z'))
    await town.runClock()
    const charging = await town.now(booking)
    expect(charging).toMatchObject({
      status: 'confirmed',
      payment: { paid: 0, charge: { state: 'charging' } },
    })
    expect(charging.actions.map(({ event }) => event)).toEqual(['cancel'])
    expect((await refusalOf(town.step(olga, booking))).code).toBe('payment-not-due')
    await town.work()
    expect(await stateOf(town, booking)).toEqual(['confirmed', 'captured'])
    expect(peer.all('charge')).toHaveLength(1)
    await expectInvariants(deps)
  })

  test('that no bank answers until four days before the start is asked of the owner, and goes back if it comes after all', async () => {
    const town = await openPaidTown()
    const { deps, peer } = town
    const booking = await accepted(town)
    deps.clock.set(new Date(chargeAt))
    await town.runClock()
    const task = deps.jobs.splice(0).find(({ name }) => name === 'payments.act')!
    deps.clock.set(new Date('2027-06-14T14:00:00Z'))
    await town.runClock()
    expect(await stateOf(town, booking)).toEqual(['awaiting_payment', 'failed'])
    // The charge may still be made: nobody is asked for a second one.
    expect(await town.step(olga, booking)).toMatchObject({ state: 'done', clientSecret: null })
    deps.clock.set(new Date('2027-06-17T14:00:00Z'))
    peer.switches.lose = 1
    await expect(actOn(deps, deps.stripe!, (task.payload as { taskId: string }).taskId)).rejects.toThrow(
      'No answer',
    )
    await town.runClock()
    expect((await town.now(booking)).status).toBe('expired')
    deps.jobs.push(task)
    await town.work()
    expect(peer.all('charge')).toHaveLength(1)
    expect(peer.all('refund')).toMatchObject([{ amount: 83_60 }])
    expect(await town.posted(booking)).toEqual([
      'charge bank -8360',
      'charge owner 8360',
      'refund_paid bank 8360',
      'refund_paid owner -8360',
    ])
    await expectInvariants(deps)
  })

  test('is made by a clock that was stopped until after the start, before anything begins', async () => {
    const town = await openPaidTown()
    const booking = await accepted(town)
    await town.clockTo('2027-06-18T18:00:00Z')
    expect(await stateOf(town, booking)).toEqual(['confirmed', 'captured'])
    await town.clockTo('2027-06-18T18:01:00Z')
    expect((await town.now(booking)).status).toBe('in_progress')
    await expectInvariants(town.deps)
  })

  test('is the same whatever order the words about it come in, and however often', async () => {
    const town = await openPaidTown()
    const { deps, peer } = town
    const booking = await accepted(town)
    peer.turnCards('pm_card_authenticationRequired')
    deps.clock.set(new Date(chargeAt))
    await town.runClock()
    await town.work()
    expect(await stateOf(town, booking)).toEqual(['awaiting_payment', 'failed'])
    await town.step(olga, booking)
    peer.confirm(town.lastIntent(), 'pm_card_visa', false)
    const events = peer.events.splice(0)
    expect(events.length).toBeGreaterThanOrEqual(4)
    await town.hearAtOnce(events.toReversed(), 3)
    await town.hearAtOnce(events, 2)
    expect(await stateOf(town, booking)).toEqual(['confirmed', 'captured'])
    expect(await town.posted(booking)).toEqual([
      'capture escrow 8360',
      'capture owner -8360',
      'charge bank -8360',
      'charge owner 8360',
    ])
    await expectInvariants(deps)
  })
})

describe('a card that fails on its day', () => {
  test.each(['pm_card_chargeDeclined', 'pm_card_authenticationRequired'])(
    '(%s) leaves the days kept for three days, and another one confirms the booking again',
    async (card) => {
      const town = await openPaidTown()
      const booking = await accepted(town)
      await asked(town, await town.now(booking), { startOn: '2027-06-19' }).then(() => town.work())
      town.peer.turnCards(card)
      await town.clockTo('2027-03-26T10:00:00Z')
      expect(await town.now(booking)).toMatchObject({
        status: 'awaiting_payment',
        expiresAt: '2027-03-29T10:00:00.000Z',
        change: null,
        payment: { status: 'failed', due: { amount: 41_80, now: true }, charge: null },
      })
      expect(toldTo(town, 'payment_failed')).toEqual(['owner', 'sitter'])
      expect(await used(town)).toContain(1)
      await expectInvariants(town.deps)
      town.deps.clock.set(new Date('2027-03-28T10:00:00Z'))
      await town.giveCard(booking, 'pm_card_visa')
      await town.work()
      expect(await stateOf(town, booking)).toEqual(['confirmed', 'captured'])
      expect(town.peer.all('charge')).toMatchObject([{ amount: 41_80 }])
      await expectInvariants(town.deps)
    },
  )

  test('ends the booking when nothing comes in time: places free, both told, nothing taken', async () => {
    const town = await openPaidTown()
    const booking = await accepted(town)
    town.peer.turnCards('pm_card_chargeDeclined')
    await town.clockTo(chargeAt)
    await town.clockTo('2027-03-29T09:59:00Z')
    expect((await town.now(booking)).status).toBe('awaiting_payment')
    await town.clockTo('2027-03-29T10:00:00Z')
    expect(await stateOf(town, booking)).toEqual(['expired', 'failed'])
    expect([toldTo(town, 'payment_expired'), await used(town)]).toEqual([
      ['owner', 'sitter'],
      [0, 0],
    ])
    expect(town.peer.all('charge')).toEqual([])
    expect(await town.posted(booking)).toEqual([])
    await expectInvariants(town.deps)
  })
})

test('each side reads in words when the card is charged, and what became of it', async () => {
  const town = await openPaidTown()
  const { deps, db } = town
  const { run } = bookingJobs(deps).find(({ name }) => name === 'bookings.notify')!
  /** What the mails since the last look say, in order: to whom, the subject, and all that names the charge. */
  async function read(): Promise<string[]> {
    for (const { name, payload } of deps.jobs.splice(0)) if (name === 'bookings.notify') await run(payload)
    const mails = await db.deleteFrom('mail').returningAll().execute()
    return mails.flatMap(({ recipient, subject, text_body: text }) => [
      `${recipient.split('@')[0]}: ${subject.replace(/ \(.*/, '')}`,
      ...text.split('\n').filter((line) => /charged|pay nothing|nothing$|on top|Pay by/i.test(line)),
    ])
  }
  const booking = await accepted(town)
  expect(await read()).toEqual([
    'olga: Your request to Sam is on its way',
    'We have passed your request on to Sam. You pay nothing unless it is accepted, and you can withdraw it until then.',
    'Charged on: Fri, 26 Mar 2027',
    'sam: Olga would like to book you',
    'olga: Your booking with Sam is confirmed: your card is charged later',
    'Your card is kept, and charged €83.60 on Fri, 26 Mar 2027. Until then you have paid nothing; we remind you some days before.',
    'Charged on: Fri, 26 Mar 2027',
    'sam: The booking of Olga is confirmed',
    'The booking for Rex is confirmed, and the days are taken in your calendar. The start is far ahead, so the card of Olga is kept and charged on Fri, 26 Mar 2027; we tell you when it is paid.',
  ])
  await asked(town, booking, { endOn: '2027-06-21' })
  expect(await read()).toEqual([
    'olga: Sam would like to change your booking',
    'You pay on top: €41.80',
    'sam: Olga would like to change the booking',
    'The owner pays on top: €41.80',
    'olga: Your booking with Sam is changed',
    'You pay on top: €41.80',
    'Charged on:     Sat, 27 Mar 2027',
    'sam: The booking of Olga is changed',
    'The owner pays on top: €41.80',
  ])
  await town.clockTo('2027-03-24T10:00:00Z')
  expect(await read()).toEqual([
    'olga: Your card is charged soon for your booking with Sam',
    'Your card is charged €125.40 on Sat, 27 Mar 2027 for the booking with Sam. You need do nothing.',
    'If your plans have changed, cancel before that day and you pay nothing.',
    'Charged on: Sat, 27 Mar 2027',
  ])
  town.peer.turnCards('pm_card_chargeDeclined')
  await town.clockTo('2027-03-27T10:00:00Z')
  expect(await read()).toEqual([
    'olga: Please pay for your booking with Sam: your card could not be charged',
    'Your card could not be charged for the booking with Sam: it was declined, or your bank would like to hear from you.',
    'Sam keeps the days for you. Open the booking to pay, with another card if you like; when no payment comes in time, it ends and you are charged nothing.',
    'Pay by:  Tue, 30 Mar 2027, 11:00 (Dublin time)',
    'sam: The card of Olga could not be charged: your days are kept',
    'The card of Olga could not be charged for Rex, and we have asked for another one. Your days are kept until then; when no payment comes in time, they are open again.',
    'Pay by:  Tue, 30 Mar 2027, 11:00 (Dublin time)',
  ])
  const other = await town.ask(olga, { ...draftOf(town), startOn: '2027-08-13', endOn: '2027-08-15' })
  await town.giveCard(other)
  await town.act(sam, other, 'accept')
  await town.work()
  await read()
  await town.act(sam, other, 'cancel_by_sitter', { reason: 'I have fallen ill.' })
  expect(await read()).toEqual([
    'olga: Sam had to cancel: you pay for nothing that was not delivered',
    'We are sorry: Sam can no longer look after Rex. Your card had not been charged, so you pay nothing.',
    'You pay: nothing',
    'sam: You cancelled the booking of Olga',
    'The owner pays: nothing',
  ])
})

describe('called off before the charge', () => {
  const endings = {
    owner: (town: Town, booking: Booking) => town.act(olga, booking, 'cancel', { reason: 'Plans changed.' }),
    sitter: (town: Town, booking: Booking) =>
      town.act(sam, booking, 'cancel_by_sitter', { reason: 'I have fallen ill.' }),
    operator: ({ deps }: Town, { id, version }: Booking) =>
      send(deps, cancelByOperator, ada, {
        params: { bookingId: id },
        body: { version, extenuating: 'illness', reason: 'Their dog is seriously ill.' },
        idempotencyKey: newKey(),
      }),
  }
  test.each(Object.keys(endings) as (keyof typeof endings)[])(
    'by the %s nobody pays anything, and the card is let go',
    async (who) => {
      const town = await openPaidTown()
      const { deps, db } = town
      const promo = { code: 'summer', paidBy: 'platform', amount: 10_00 }
      await createPromo(deps, { viewer: sam, ip: '127.0.0.1' }, createPromoCode.body.parse(promo))
      const booking = await town.ask(olga, { ...draftOf(town), promoCode: 'summer' })
      await town.giveCard(booking)
      await town.act(sam, booking, 'accept')
      await town.work()
      const usedOf = () => db.selectFrom('promo_use').select(['status', 'amount']).executeTakeFirst()
      expect(await usedOf()).toEqual({ status: 'used', amount: 10_00 })
      const confirmed = await town.now(booking)
      const nothing = { total: 0, services: 0, addOns: 0, ownerFee: 0, sitterKeeps: 0 }
      expect(confirmed).toMatchObject({
        payment: { charge: { amount: 73_60 } },
        refundNow: nothing,
        refundIfSitterCancels: nothing,
      })
      expect(confirmed.quote.refundSchedule[0]).toMatchObject({ refund: 73_60 })
      await endings[who](town, confirmed)
      await town.work()
      expect(await town.now(booking)).toMatchObject({
        status: 'cancelled',
        payment: { status: 'voided', paid: 0, refunded: 0, charge: null },
      })
      expect(await usedOf()).toEqual({ status: 'returned', amount: 0 })
      expect((await payments(town)).map(({ state }) => state)).toEqual(['voided'])
      expect(await used(town)).toEqual([0, 0])
      await town.clockTo('2027-03-26T10:05:00Z')
      expect([town.peer.all('payment_intent'), town.peer.all('refund')]).toEqual([[], []])
      expect(await town.posted(booking)).toEqual([])
      await expectInvariants(deps)
    },
  )

  test.each(['before', 'after'] as const)(
    'while the card is being charged, whatever arrives goes back whole: %s it was taken',
    async (moment) => {
      const town = await openPaidTown()
      const { deps, peer } = town
      const booking = await accepted(town)
      deps.clock.set(new Date(chargeAt))
      await town.runClock()
      const task = deps.jobs.find(({ name }) => name === 'payments.act')!
      if (moment === 'after') {
        peer.switches.lose = 1
        await expect(actOn(deps, deps.stripe!, (task.payload as { taskId: string }).taskId)).rejects.toThrow(
          'No answer',
        )
      }
      await town.act(olga, booking, 'cancel')
      await town.work()
      await town.hear()
      expect(await stateOf(town, booking)).toEqual(['cancelled', 'voided'])
      const back = moment === 'after' ? [83_60] : []
      expect(peer.all('charge').map(({ amount }) => amount)).toEqual(back)
      expect(peer.all('refund').map(({ amount }) => amount)).toEqual(back)
      await expectInvariants(deps)
    },
  )
})

describe('a change before the charge', () => {
  test.each([
    ['a night more', { endOn: '2027-06-21' }, 125_40, '2027-03-27T10:00:00.000Z'],
    ['a night less', { startOn: '2027-06-19' }, 41_80, chargeAt],
    ['other days, later', { startOn: '2027-07-18', endOn: '2027-07-20' }, 83_60, '2027-04-25T10:00:00.000Z'],
  ])('only changes what is charged, and when: %s', async (_, terms, amount, at) => {
    const town = await openPaidTown()
    const { deps, peer } = town
    const booking = await accepted(town)
    const changed = await asked(town, booking, terms)
    expect(changed).toMatchObject({
      change: null,
      payment: { status: 'authorised', paid: 0, refunded: 0, extra: null, charge: { at, amount } },
    })
    await town.work()
    expect(toldTo(town, 'accept_change')).toEqual(['owner', 'sitter'])
    expect((await payments(town)).map((one) => [one.state, one.amount])).toEqual([['stored', amount]])
    expect([peer.all('payment_intent'), peer.all('refund'), await town.posted(booking)]).toEqual([[], [], []])
    await expectInvariants(deps)
    await town.clockTo(at)
    expect(await stateOf(town, booking)).toEqual(['confirmed', 'captured'])
    expect(peer.all('charge')).toMatchObject([{ amount }])
    expect((await town.now(booking)).payment).toMatchObject({ paid: amount, refunded: 0, charge: null })
    await expectInvariants(deps)
  })

  test('to days that are near is charged at once', async () => {
    const town = await openPaidTown()
    const booking = await accepted(town)
    await asked(town, booking, { startOn: '2026-12-11', endOn: '2026-12-13' })
    await town.work()
    expect((await town.now(booking)).payment.charge).toMatchObject({ at: '2026-12-01T09:00:00.000Z' })
    await town.clockTo('2026-12-01T09:01:00Z')
    expect(await stateOf(town, booking)).toEqual(['confirmed', 'captured'])
    expect(toldTo(town, 'remind_charge')).toEqual([])
    await expectInvariants(town.deps)
  })

  test('is impossible while the card is being charged, and a change after it is paid on top', async () => {
    const town = await openPaidTown()
    const booking = await accepted(town)
    town.deps.clock.set(new Date(chargeAt))
    await town.runClock()
    expect((await refusalOf(asked(town, booking, { endOn: '2027-06-21' }))).code).toBe(
      'booking-action-not-allowed',
    )
    await town.work()
    await asked(town, await town.now(booking), { endOn: '2027-06-21' })
    await town.work()
    expect((await town.now(booking)).payment).toMatchObject({ status: 'captured', paid: 125_40 })
    expect(town.peer.all('charge')).toMatchObject([{ amount: 83_60 }, { amount: 41_80 }])
    await expectInvariants(town.deps)
  })
})
