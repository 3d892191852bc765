import { expect, test } from 'vitest'
import * as contract from '#contract/bookings/case-desk.ts'
import { runClock } from '#server/bookings/life/clock-commands.ts'
import { servePrivate, servePublic } from '#server/files/serve-commands.ts'
import { refusalOf, send } from '#test/booking-fixture.ts'
import { caseFixture, words } from '#test/case-fixture.ts'
import { eve, olga, sam } from '#test/cast.ts'
import { storePhoto } from '#test/file-calls.ts'
import { expectInvariants } from '#test/invariants.ts'

const at = (instant: string) => new Date(instant)
const statement = 'Both sides agree that one of two nights was not as promised.'

test('a decision can refund part of a running stay, and an early end is then settled on the remaining amount', async () => {
  const { deps, booking, act, show, desk, clockTo, money } = await caseFixture()
  deps.clock.set(at('2026-12-11T15:00:00Z'))
  const running = await act(sam, booking, 'check_in')
  const opened = await act(olga, running, 'open_case', { kind: 'care', words })
  const { id } = opened.cases[0]!
  expect(await desk.split(booking.id, 20_00)).toMatchObject({ sitterKeeps: 52_04, platformKeeps: 11_56 })
  // Both nights are still ahead; an owner who ends the booking now gets half of the second one.
  expect((await desk.show(id)).booking.refundByRules).toEqual({ owner: 20_90, sitter: 83_60 })
  const decided = await desk.resolve(id, { version: opened.version, refund: 20_00, statement })
  expect(decided.booking).toMatchObject({ status: 'in_progress', money: { refunded: 20_00, held: 63_60 } })

  // The rules refund half of the second night with half of its fee, whatever was decided about the first.
  deps.clock.set(at('2026-12-12T09:00:00Z'))
  const ownerView = await show(olga, booking)
  expect(ownerView.refundNow).toMatchObject({ total: 20_90, sitterKeeps: 34_94 })
  const ended = await act(olga, ownerView, 'end_early', { previewHash: ownerView.refundNow!.previewHash })
  expect(ended).toMatchObject({ status: 'completed', payment: { refunded: 40_90 } })
  await clockTo('2026-12-20T00:00:00Z')
  expect((await money(sam, booking)).earnings!.payouts).toMatchObject([{ amount: 34_94, done: true }])
  await expectInvariants(deps)
})

test('after a decision has refunded 80.00 of 83.60, a cancellation by the sitter refunds only the remaining 3.60', async () => {
  const { deps, booking, act, show, desk } = await caseFixture()
  deps.clock.set(at('2026-12-11T15:00:00Z'))
  const running = await act(sam, booking, 'check_in')
  const opened = await act(olga, running, 'open_case', { kind: 'care', words })
  const { id } = opened.cases[0]!
  await desk.resolve(id, { version: opened.version, refund: 80_00, statement })
  const sitterView = await show(sam, booking)
  expect(sitterView.refundIfSitterCancels).toMatchObject({ total: 3_60, sitterKeeps: 0 })
  expect(await act(sam, sitterView, 'cancel_by_sitter', { reason: 'My flat is flooded.' })).toMatchObject({
    status: 'completed',
    payment: { refunded: 83_60, status: 'refunded' },
  })
  await expectInvariants(deps)
})

test('a decision during a long stay leaves earlier payouts intact, and the remaining cent is paid out', async () => {
  const { deps, act, request, desk, show, money, sitterId, rex } = await caseFixture()
  const draft = {
    sitterId,
    service: 'boarding' as const,
    startOn: '2027-02-01',
    endOn: '2027-02-13',
    petIds: [rex],
  }
  const stay = await act(
    sam,
    await request(olga, { ...draft, startTime: '15:00', endTime: '11:00' }),
    'accept',
  )
  deps.clock.set(at('2027-02-01T15:00:00Z'))
  const running = await act(sam, stay, 'check_in')
  deps.clock.set(at('2027-02-10T16:00:00Z'))
  await runClock(deps)
  const opened = await act(olga, { ...running, version: (await show(olga, stay)).version }, 'open_case', {
    kind: 'care',
    words,
  })
  const { id } = opened.cases[0]!
  const { held, released } = (await desk.show(id)).booking.money
  expect([released > 0, held > 0]).toEqual([true, true])
  // All but one cent of what is held.
  await desk.resolve(id, { version: opened.version, refund: held - 1, statement })
  await expectInvariants(deps)
  deps.clock.set(at('2027-03-20T00:00:00Z'))
  await runClock(deps)
  const done = await desk.show(id)
  expect(done.booking).toMatchObject({ status: 'closed', money: { held: 0, released: released + 1 } })
  expect((await money(sam, stay)).earnings!.payouts.every((payout) => payout.done)).toBe(true)
  await expectInvariants(deps)
})

test('a case holds the payout until it is decided and the appeal period is over', async () => {
  const { deps, booking, act, show, desk, disputed, clockTo, money } = await caseFixture()
  const opened = await disputed()
  expect(opened.cases[0]).toMatchObject({ holds: true, asked: 40_00, decideBy: '2026-12-16T11:00:00.000Z' })
  const earned = async () => (await money(sam, booking)).earnings!.payouts.filter(({ done }) => done)
  await clockTo('2026-12-20T00:00:00Z')
  expect(await earned()).toEqual([])
  expect((await show(olga, booking)).cases[0]!.status).toBe('operator_review')
  await expectInvariants(deps)

  const { id } = opened.cases[0]!
  const { version } = await show(olga, booking)
  expect(await refusalOf(desk.resolve(id, { version, refund: 83_61, statement }))).toMatchObject({
    code: 'amount-too-high',
    most: 83_60,
  })
  expect(await desk.split(booking.id, 41_80)).toEqual({
    refund: 41_80,
    held: 83_60,
    sitterKeeps: 34_20,
    platformKeeps: 7_60,
  })
  await desk.resolve(id, { version, refund: 41_80, statement })
  await clockTo('2026-12-22T23:59:59Z')
  expect(await earned()).toEqual([])
  await clockTo('2026-12-23T00:00:00Z')
  expect(await earned()).toMatchObject([{ amount: 34_20 }])
  expect((await clockTo('2026-12-30T00:00:00Z')).status).toBe('closed')
  expect(
    await refusalOf(act(olga, await show(olga, booking), 'open_case', { kind: 'care', words })),
  ).toMatchObject({
    code: 'booking-action-not-allowed',
  })
  await expectInvariants(deps)
})

test('a case opened after the payout holds nothing back, but keeps the booking from closing', async () => {
  const { deps, booking, act, clockTo, money } = await caseFixture()
  await clockTo('2026-12-25T00:00:00Z')
  expect((await money(sam, booking)).earnings!.payouts).toMatchObject([{ done: true }])
  const late = await act(olga, await clockTo('2026-12-26T00:00:00Z'), 'open_case', { kind: 'damage', words })
  expect(late.cases[0]).toMatchObject({ holds: false })
  expect((await clockTo('2027-01-20T00:00:00Z')).status).toBe('completed')
  await expectInvariants(deps)
})

test('a cancellation for extenuating circumstances refunds everything and records no late cancellation', async () => {
  const { deps, booking, show, desk } = await caseFixture()
  const { version } = booking
  const body = { version, extenuating: 'illness', reason: 'The sitter is in hospital.' }
  expect(await desk.cancel(booking.id, body)).toMatchObject({
    status: 'cancelled',
    money: { held: 0, refunded: 83_60 },
  })
  const sitterView = await show(sam, booking)
  expect(sitterView).toMatchObject({ cancelledBy: 'operator', lateCancellation: null })
  expect(sitterView.reason).toBe('A serious illness. The sitter is in hospital.')
  expect(await deps.db.selectFrom('identity.audit_events').select('kind').execute()).toEqual([
    { kind: 'cancel-by-operator' },
  ])
  await expectInvariants(deps)
})

test('a booking can have one open case per subject, and the desk lists the cases of all subjects', async () => {
  const { deps, booking, act, show, desk, clockTo } = await caseFixture()
  deps.clock.set(at('2026-12-11T15:00:00Z'))
  const running = await act(sam, booking, 'check_in')
  const care = await act(olga, running, 'open_case', { kind: 'care', words })
  expect(care.caseSubjects).toEqual(['injury', 'damage', 'keys', 'other'])
  const again = act(sam, await show(sam, booking), 'open_case', { kind: 'care', words })
  expect(await refusalOf(again)).toMatchObject({ code: 'booking-action-not-allowed', kind: 'care' })
  deps.clock.set(at('2026-12-11T15:01:00Z'))
  const damage = await act(sam, await show(sam, booking), 'open_case', { kind: 'damage', words })
  expect(damage.cases.map(({ kind, openedBy }) => [kind, openedBy])).toEqual([
    ['care', 'owner'],
    ['damage', 'sitter'],
  ])
  const opened = damage.timeline.filter(({ event }) => event === 'open_case').map(({ detail }) => detail)
  expect(opened).toEqual([
    `Olga opened a case about the care: ${words}`,
    `Sam opened a case about damage: ${words}`,
  ])
  // The side that opens a case is not asked to answer it.
  const notifiedParties = deps.jobs.flatMap(({ name, payload }) =>
    name === 'bookings.notify' && payload.event === 'open_case' ? [payload.to] : [],
  )
  expect(notifiedParties).toEqual(['sitter', 'owner'])
  const byOlga = await show(olga, booking)
  expect(byOlga.actions.filter(({ event }) => event === 'answer_case')).toMatchObject([
    { caseId: damage.cases[1]!.id },
  ])
  expect((await desk.list()).items.map((item) => item.case.kind).toSorted()).toEqual(['care', 'damage'])

  // Each case can be decided separately; the second can use what the first left of the held amount.
  const [careId = '', damageId = ''] = damage.cases.map(({ id }) => id)
  await desk.resolve(careId, { version: damage.version, refund: 50_00, statement })
  const { version } = (await desk.show(damageId)).booking
  expect(await refusalOf(desk.resolve(damageId, { version, refund: 33_61, statement }))).toMatchObject({
    code: 'amount-too-high',
    most: 33_60,
  })
  // The other side can appeal against the decision, and can still open a case about another subject.
  const decided = await show(sam, booking)
  expect(decided.caseSubjects).toEqual(['injury', 'keys', 'other'])
  expect(decided.actions.filter(({ event }) => event === 'appeal_case')).toMatchObject([{ caseId: careId }])
  const later = await clockTo('2026-12-14T15:30:00Z')
  expect((await show(sam, booking)).caseSubjects).toEqual(['care', 'injury', 'keys', 'other'])
  expect(later.caseSubjects).toEqual(['injury', 'keys', 'other'])

  // The payout waits for the open case, and an operator who ends the booking would resolve all of them.
  await clockTo('2026-12-20T09:00:00Z')
  expect((await desk.show(damageId)).booking.money).toMatchObject({ released: 0, held: 33_60 })
  await desk.resolve(damageId, { version: (await show(olga, booking)).version, refund: 0, statement })
  await clockTo('2026-12-24T09:00:00Z')
  expect((await desk.show(damageId)).booking.money).toMatchObject({ released: 33_60, held: 0 })
  await expectInvariants(deps)
})

test('an operator who ends a booking resolves all of its cases, and the refund is recorded on only one of them', async () => {
  const { deps, booking, act, desk, show } = await caseFixture()
  deps.clock.set(at('2026-12-11T15:00:00Z'))
  const running = await act(sam, booking, 'check_in')
  await act(olga, running, 'open_case', { kind: 'care', words })
  deps.clock.set(at('2026-12-11T15:01:00Z'))
  const { version } = await act(sam, await show(sam, booking), 'open_case', { kind: 'damage', words })
  const ended = await desk.cancel(booking.id, { version, refund: 40_00, reason: statement })
  expect(ended.cases).toMatchObject([
    { status: 'resolved', refund: 40_00 },
    { status: 'resolved', refund: 0 },
  ])
  expect(ended.money.refunded).toBe(40_00)
  await expectInvariants(deps)
})

test('only operators can read a case at the desk, and a decision on a stale version is refused', async () => {
  const { deps, disputed, desk } = await caseFixture()
  const opened = await disputed()
  const params = { caseId: opened.cases[0]!.id }
  for (const viewer of [olga, sam, eve])
    expect(await refusalOf(send(deps, contract.showCase, viewer, { params }))).toMatchObject({
      code: 'role-missing',
    })
  const { version } = (await desk.show(params.caseId)).booking
  expect(
    await refusalOf(desk.resolve(params.caseId, { version: version - 1, refund: 0, statement })),
  ).toMatchObject({
    code: 'version-stale',
  })
})

test('photos can be attached to each step of a case, and are visible only to both sides and the operator', async () => {
  const { db, deps, booking, act, show, desk } = await caseFixture()
  deps.clock.set(at('2026-12-11T15:00:00Z'))
  const running = await act(sam, booking, 'check_in')
  const [ownerPhoto, sitterPhoto, appealPhoto] = [
    await storePhoto(deps, olga, 'evidence', 10),
    await storePhoto(deps, sam, 'evidence', 20),
    await storePhoto(deps, olga, 'evidence', 30),
  ]
  const caseBody = (photoIds: string[]) => ({ kind: 'care', words, photoIds })
  // Only the account's own photos, and only those uploaded as evidence.
  expect((await refusalOf(act(olga, running, 'open_case', caseBody([sitterPhoto])))).code).toBe(
    'file-not-found',
  )
  const elsewhere = await storePhoto(deps, olga, 'pet', 40)
  expect((await refusalOf(act(olga, running, 'open_case', caseBody([elsewhere])))).code).toBe(
    'file-not-found',
  )
  const opened = await act(olga, running, 'open_case', caseBody([ownerPhoto]))
  const { id: caseId } = opened.cases[0]!
  const answered = await act(sam, opened, 'answer_case', { caseId, words, photoIds: [sitterPhoto] })
  await desk.resolve(caseId, { version: answered.version, refund: 0, statement })
  const { version } = await show(olga, booking)
  await act(olga, { ...answered, version }, 'appeal_case', { caseId, words, photoIds: [appealPhoto] })

  const [one] = (await show(sam, booking)).cases
  const idsOf = (photos: readonly { id: string }[]) => photos.map(({ id }) => id)
  expect([one!.photos, one!.answerPhotos, one!.appealPhotos].map(idsOf)).toEqual([
    [ownerPhoto],
    [sitterPhoto],
    [appealPhoto],
  ])
  expect((await show(olga, booking)).cases).toEqual([one])
  expect((await desk.show(caseId)).case).toEqual(one)
  expect((await desk.list()).items.map((item) => item.case)).toEqual([one])
  expect((await refusalOf(show(eve, booking))).code).toBe('booking-not-found')

  const address = new URL(one!.photos[0]!.sizes[0]!.url, 'http://town.test')
  const [file, query] = [address.pathname.split('/').at(-1)!, Object.fromEntries(address.searchParams)]
  expect((await servePrivate(deps, ownerPhoto, file, query)).type).toBe('image/webp')
  // Without its signed address a file is not found, neither by its id nor by its hash.
  const { hash } = await db
    .selectFrom('file')
    .select('hash')
    .where('id', '=', ownerPhoto)
    .executeTakeFirstOrThrow()
  const tries = [
    servePrivate(deps, ownerPhoto, file, {}),
    servePrivate(deps, sitterPhoto, file, query),
    servePublic(deps, hash!, file),
  ]
  for (const tried of tries) expect((await refusalOf(tried)).code).toBe('file-not-found')
})
