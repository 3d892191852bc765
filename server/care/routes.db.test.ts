import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Booking } from '#contract/bookings/bookings.ts'
import * as contract from '#contract/care/report-cards.ts'
import { runClock } from '#server/bookings/life/clock-commands.ts'
import { deleteOldRoutes } from '#server/care/route-commands.ts'
import type { Viewer } from '#server/kernel/deps.ts'
import { newId } from '#server/kernel/ids.ts'
import { newKey, bookingFixture, refusalOf, send, weekend } from '#test/booking-fixture.ts'
import { eve, olga, sam } from '#test/cast.ts'
import { expectInvariants } from '#test/invariants.ts'

/** Two walks with Rex, on Monday and Tuesday at nine in the morning. */
async function openWalks() {
  const fixture = await bookingFixture()
  const { deps, act, request, sitterId, rex } = fixture
  const visits = ['14', '15'].map((day) => ({ on: `2026-12-${day}`, time: '09:00' }))
  const asked = await request(olga, { sitterId, service: 'dog_walking', visits, petIds: [rex] })
  return { ...fixture, ...tellers(fixture), walks: await act(sam, asked, 'accept'), deps }
}

function tellers({ deps }: Pick<Awaited<ReturnType<typeof bookingFixture>>, 'deps'>) {
  const tell = (booking: Pick<Booking, 'id'>, ...entries: object[]) => tellAs(sam, booking, ...entries)
  const tellAs = (viewer: Viewer, { id }: Pick<Booking, 'id'>, ...entries: object[]) =>
    send(deps, contract.writeReportCards, viewer, {
      params: { bookingId: id },
      body: { entries },
      idempotencyKey: newKey(),
    })
  const read = (viewer: Viewer, { id }: Pick<Booking, 'id'>) =>
    send(deps, contract.showReportCards, viewer, { params: { bookingId: id } })
  const clockTo = (instant: string) => deps.clock.set(new Date(instant))
  const entry = (kind: string, happenedAt: string, more: object = {}) => ({
    id: randomUUID(),
    kind,
    happenedAt: `${happenedAt}Z`,
    ...(kind === 'handover' || kind === 'withdraw' ? {} : { unit: 0 }),
    ...more,
  })
  return { tell, tellAs, read, clockTo, entry }
}

test('entries sent late keep their original times, and count once however often they are sent', async () => {
  const { deps, rex, walks, tell, read, clockTo, entry, show } = await openWalks()
  clockTo('2026-12-14T13:00:00Z')
  const entries = [
    entry('arrive', '2026-12-14T09:02:00'),
    entry('task', '2026-12-14T09:05:00', { task: `${rex}|walk|the walk|any`, done: true }),
    entry('toilet', '2026-12-14T09:10:00', { what: 'poo' }),
    entry('mood', '2026-12-14T09:20:00', { petId: rex, mood: 'great' }),
    entry('food', '2026-12-14T09:21:00', { petId: rex, percent: 75 }),
    entry('note', '2026-12-14T09:25:00', { text: 'A squirrel was looked at for long.' }),
    entry('leave', '2026-12-14T09:31:00'),
  ]
  const first = await tell(walks, ...entries)
  expect([first.accepted.length, first.refused]).toEqual([7, []])
  clockTo('2026-12-14T14:00:00Z')
  const again = await tell(walks, ...entries.toReversed(), ...entries)
  expect(again.report).toEqual(first.report)

  const card = (await read(olga, walks)).items[0]!
  expect(card).toMatchObject({
    arrivedAt: '2026-12-14T09:02:00.000Z',
    leftAt: '2026-12-14T09:31:00.000Z',
    plannedMinutes: 30,
    actualMinutes: 29,
    short: false,
    poo: [{ at: '2026-12-14T09:10:00.000Z', receivedAt: '2026-12-14T13:00:00.000Z' }],
    pets: [{ name: 'Rex', mood: 'great', foodPercent: 75 }],
    notes: [{ text: 'A squirrel was looked at for long.' }],
  })
  expect(card.tasks.filter(({ done }) => done).map(({ label }) => label)).toEqual(['The walk'])
  // The arrival checks the booking in, at the time of the arrival.
  const booking = await show(olga, walks)
  expect(booking.status).toBe('in_progress')
  const { checked_in_at: checkedInAt } = await deps.db
    .selectFrom('booking')
    .select('checked_in_at')
    .where('id', '=', walks.id)
    .executeTakeFirstOrThrow()
  expect(checkedInAt?.toISOString()).toBe('2026-12-14T09:02:00.000Z')
  expect(booking.visits.map(({ reportable }) => reportable)).toEqual([false, false])
})

test('an invalid entry is refused with its id and a reason, and the others are accepted', async () => {
  const { walks, tell, clockTo, entry } = await openWalks()
  clockTo('2026-12-14T09:10:00Z')
  const future = entry('note', '2026-12-14T10:00:00', { text: 'Not yet' })
  const early = entry('note', '2026-12-13T09:00:00', { text: 'Too early' })
  const good = entry('note', '2026-12-14T09:05:00', { text: 'Here' })
  const { accepted, refused, report } = await tell(walks, future, good, early)
  expect(accepted).toEqual([good.id])
  expect(refused).toEqual([
    { id: future.id, detail: expect.stringContaining('in the future') },
    { id: early.id, detail: expect.stringContaining('before the booking') },
  ])
  expect(report.items[0]!.notes.map(({ text }) => text)).toEqual(['Here'])
})

test('an entry with an unknown photo is refused with a reason, and the others are accepted', async () => {
  const { deps, walks, tell, clockTo, entry } = await openWalks()
  clockTo('2026-12-14T09:10:00Z')
  const photo = entry('photo', '2026-12-14T09:05:00', { fileId: newId(deps.now()) })
  const note = entry('note', '2026-12-14T09:06:00', { text: 'Here' })
  const handover = entry('handover', '2026-12-14T09:06:00', {
    moment: 'drop_off',
    condition: 'Well',
    givenBy: 'Olga',
    takenBy: 'Sam',
    fileId: newId(deps.now()),
  })
  const result = await tell(walks, handover)
  expect([result.refused.length, result.report.handovers]).toEqual([1, []])
  const { accepted, refused, report } = await tell(walks, photo, note)
  expect(accepted).toEqual([note.id])
  expect(refused).toEqual([{ id: photo.id, detail: expect.any(String) }])
  expect(report.items[0]!.photos).toEqual([])
})

test('leaving the last walk checks out the booking, and a withdrawn task does not count as done', async () => {
  const { deps, rex, walks, tell, clockTo, entry, show } = await openWalks()
  clockTo('2026-12-14T09:40:00Z')
  await tell(walks, entry('arrive', '2026-12-14T09:00:00'), entry('leave', '2026-12-14T09:30:00'))
  expect((await show(sam, walks)).status).toBe('in_progress')
  clockTo('2026-12-15T09:45:00Z')
  const tick = entry('task', '2026-12-15T09:05:00', {
    unit: 1,
    task: `${rex}|water|fresh water|any`,
    done: true,
  })
  const { report } = await tell(
    walks,
    entry('arrive', '2026-12-15T09:00:00', { unit: 1 }),
    tick,
    entry('withdraw', '2026-12-15T09:06:00', { entryId: tick.id }),
    entry('leave', '2026-12-15T09:30:00', { unit: 1 }),
  )
  expect(report.items[1]!.tasks.filter(({ done }) => done)).toEqual([])
  expect((await show(olga, walks)).status).toBe('completed')
  await expectInvariants(deps)
})

test('after a short walk, the owner is offered a case that claims the missing part with its amount', async () => {
  const { deps, act, show, walks, tell, read, clockTo, entry } = await openWalks()
  clockTo('2026-12-14T10:00:00Z')
  await tell(walks, entry('arrive', '2026-12-14T09:00:00'), entry('leave', '2026-12-14T09:20:00'))
  expect((await read(sam, walks)).claim).toBeNull()
  const { claim, items } = await read(olga, walks)
  expect(items.map(({ short }) => short)).toEqual([true, false])
  // A third of 17.50 plus a fee of 10 %.
  expect(claim).toMatchObject({ amount: 6_41, units: [0] })
  expect(claim!.words).toContain('20 of 30 paid minutes')
  const { amount: asked, words } = claim!
  const opened = await act(olga, await show(olga, walks), 'open_case', { kind: 'care', words, asked })
  expect(opened.cases).toMatchObject([{ kind: 'care', asked: 6_41, status: 'awaiting_party' }])
  expect((await read(olga, walks)).claim).toBeNull()
  await expectInvariants(deps)
})

test('a walk with its own report card cannot be reported as missed', async () => {
  const { deps, walks, tell, clockTo, entry, show } = await openWalks()
  clockTo('2026-12-14T09:40:00Z')
  await tell(walks, entry('arrive', '2026-12-14T09:00:00'), entry('leave', '2026-12-14T09:30:00'))
  clockTo('2026-12-15T10:00:00Z')
  expect((await show(olga, walks)).visits.map(({ reportable }) => reportable)).toEqual([false, true])
  await tell(walks, entry('arrive', '2026-12-15T09:01:00', { unit: 1 }))
  expect((await show(olga, walks)).visits.map(({ reportable }) => reportable)).toEqual([false, false])
  await runClock(deps)
  expect((await show(olga, walks)).status).toBe('in_progress')
})

test('strangers can neither read nor write report cards, and owners cannot write them', async () => {
  const { deps, walks, tellAs, read, clockTo, entry } = await openWalks()
  clockTo('2026-12-14T09:10:00Z')
  const nobody = { id: newId(deps.now()) }
  const note = entry('note', '2026-12-14T09:05:00', { text: 'Hello' })
  for (const call of [read, (viewer: Viewer, one: Pick<Booking, 'id'>) => tellAs(viewer, one, note)])
    expect(await refusalOf(call(eve, walks))).toEqual(await refusalOf(call(eve, nobody)))
  expect(await refusalOf(tellAs(olga, walks, note))).toMatchObject({
    code: 'booking-action-not-allowed',
    detail: 'Only the sitter can add entries.',
  })
  const emergency = ({ accountId: _, ...viewer }: Viewer & { accountId: string }, id: string) =>
    send(deps, contract.showEmergencyCard, { ...viewer, accountId: _ }, { params: { bookingId: id } })
  expect(await refusalOf(emergency(eve, walks.id))).toEqual(await refusalOf(emergency(eve, nobody.id)))
  const duties = (viewer: Viewer, accountId: string) =>
    send(deps, contract.listDuties, viewer, { params: { accountId } })
  expect(await refusalOf(duties(eve, sam.accountId))).toMatchObject({ code: 'account-not-found' })
  expect((await duties(eve, eve.accountId)).items).toEqual([])
})

test('upcoming and current duties include everything the sitter needs offline', async () => {
  const fixture = await bookingFixture()
  const { deps, act, request } = fixture
  const { tell, entry, clockTo } = tellers(fixture)
  const stay = await act(sam, await request(olga, weekend(fixture)), 'accept')
  const duties = async () =>
    (await send(deps, contract.listDuties, sam, { params: { accountId: sam.accountId } })).items
  clockTo('2026-12-09T14:59:00Z')
  expect(await duties()).toEqual([])
  clockTo('2026-12-09T15:01:00Z')
  expect(await duties()).toMatchObject([
    { booking: { id: stay.id, role: 'sitter' }, report: { writable: false } },
  ])
  clockTo('2026-12-11T15:10:00Z')
  const { report } = await tell(
    stay,
    entry('arrive', '2026-12-11T15:00:00'),
    entry('handover', '2026-12-11T15:05:00', {
      moment: 'drop_off',
      items: 'Two keys, a lead',
      condition: 'Lively, a scratch at the left ear',
      givenBy: 'Olga',
      takenBy: 'Sam',
    }),
  )
  expect(report.handovers).toMatchObject([{ moment: 'drop_off', takenBy: 'Sam' }])
  expect(report.items.map(({ plannedMinutes }) => plannedMinutes)).toEqual([null, null])
  const [duty] = await duties()
  expect(duty).toMatchObject({
    booking: { status: 'in_progress', owner: { name: 'Olga' } },
    pets: [{ name: 'Rex', passportNumber: null, insurance: null }],
    emergency: { owner: { name: 'Olga' }, pets: [{ name: 'Rex' }] },
  })
  clockTo('2026-12-13T11:00:00Z')
  await tell(stay, entry('leave', '2026-12-13T10:55:00', { unit: 1 }))
  expect(await duties()).toMatchObject([
    { booking: { status: 'completed' }, pets: [], emergency: { pets: [], owner: { phoneNumber: null } } },
  ])
  clockTo('2026-12-14T11:01:00Z')
  expect(await duties()).toEqual([])
})

test('the owner gets one notice per walk that is updated as it progresses, and an incident notice at once', async () => {
  const { deps, walks, tell, clockTo, entry } = await openWalks()
  const notices = () =>
    deps.db
      .selectFrom('notice')
      .select(['kind', 'title'])
      .where('account_id', '=', olga.accountId)
      .where('kind', 'in', ['report-card', 'incident'])
      .orderBy('kind')
      .execute()
  clockTo('2026-12-14T09:40:00Z')
  const came = entry('arrive', '2026-12-14T09:00:00')
  await tell(walks, came)
  await tell(walks, entry('note', '2026-12-14T09:10:00', { text: 'Off we go' }))
  expect(await notices()).toEqual([{ kind: 'report-card', title: 'Sam has news of Rex' }])
  await tell(walks, came)
  await tell(
    walks,
    entry('incident', '2026-12-14T09:20:00', { happened: true, words: 'Rex cut his paw on glass.' }),
    entry('leave', '2026-12-14T09:31:00'),
  )
  expect(await notices()).toEqual([
    { kind: 'incident', title: 'Something happened while Sam looked after Rex' },
    { kind: 'report-card', title: 'Sam has finished the report card for Rex' },
  ])
})

test('a route is stored simplified, visible only to owner and sitter, and deleted after its retention period', async () => {
  const { db, deps, walks, tell, read, clockTo, entry } = await openWalks()
  clockTo('2026-12-14T10:00:00Z')
  const way = '53.35,-6.3 53.3501,-6.3 53.3502,-6.3 53.3502,-6.299 53.3502,-6.298'
  const [route, other] = [
    entry('route', '2026-12-14T09:20:00', { points: way }),
    entry('route', '2026-12-14T09:30:00', { points: '53.3502,-6.298 53.351,-6.298' }),
  ]
  await tell(walks, entry('arrive', '2026-12-14T09:02:00'), route, other)
  const routesOf = async (viewer: Viewer) => (await read(viewer, walks)).items[0]!.routes
  expect((await routesOf(olga)).map(({ points }) => points)).toEqual([
    '53.35,-6.3 53.3502,-6.3 53.3502,-6.298',
    '53.3502,-6.298 53.351,-6.298',
  ])
  expect(await routesOf(sam)).toHaveLength(2)
  expect((await refusalOf(read(eve, walks))).code).toBe('booking-not-found')
  for (const points of ['53.35,-6.3', '53.35,-6.3 ', '95,200 53', 'x,y x,y', '53.3500001,-6.3 53.3,-6.3'])
    expect((await refusalOf(tell(walks, entry('route', '2026-12-14T09:20:00', { points })))).code).toBe(
      'request-invalid',
    )
  await tell(walks, entry('withdraw', '2026-12-14T09:59:00', { entryId: other.id }))
  expect(await routesOf(olga)).toHaveLength(1)
  const storedRoutes = () => db.selectFrom('care_entry').select('id').where('kind', '=', 'route').execute()
  expect(await storedRoutes()).toHaveLength(1)
  clockTo('2027-01-13T09:59:00Z')
  await deleteOldRoutes(deps)
  expect(await routesOf(olga)).toHaveLength(1)
  clockTo('2027-01-13T10:00:01Z')
  expect(await routesOf(olga)).toEqual([])
  expect(await storedRoutes()).toHaveLength(1)
  await deleteOldRoutes(deps)
  expect(await storedRoutes()).toEqual([])
})
