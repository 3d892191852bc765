import { expect, test } from 'vitest'
import type { BookingDraftInput } from '#contract/bookings/bookings.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import * as contract from '#contract/households/households.ts'
import { deleteHouseholdOf } from '#server/households/commands.ts'
import { resealHouseholds } from '#server/households/reseal-commands.ts'
import { householdRoutes } from '#server/households/routes.ts'
import type { Viewer } from '#server/kernel/deps.ts'
import type { Invocation } from '#server/kernel/http/http.ts'
import { newId } from '#server/kernel/ids.ts'
import { bookingFixture, refusalOf } from '#test/booking-fixture.ts'
import { now } from '#test/build.ts'
import { eve, olga, sam } from '#test/cast.ts'
import { answerOf } from '#test/invoke.ts'

const home = {
  address: '4 Hidden Lane, Dublin',
  entry: 'The key is in the blue pot',
  doorCode: 'Q4711',
  alarm: '9999 and the star',
  cameras: 'One in the hall',
  emergency: 'Nora, +353 86 000 0001',
  absence: '',
}

async function openHome() {
  const fixture = await bookingFixture()
  const { deps, sitterId, rex } = fixture
  const call = <E extends Endpoint>(endpoint: E, viewer: Viewer, more: Partial<Invocation>) =>
    answerOf(householdRoutes, endpoint, deps, { viewer, ...more })
  const params = { accountId: olga.accountId }
  const save = (body: object = { ...home, version: 0 }) =>
    call(contract.updateHousehold, olga, { params, body })
  const own = () => call(contract.showHousehold, olga, { params })
  const look = (viewer: Viewer, bookingId: string) =>
    call(contract.showDisclosure, viewer, { params: { bookingId } })
  const show = (viewer: Viewer, bookingId: string) =>
    call(contract.viewHousehold, viewer, { params: { bookingId }, body: {} })
  const walk = () =>
    fixture.request(olga, {
      sitterId,
      service: 'dog_walking',
      visits: [{ on: '2026-12-15', time: '09:00', minutes: 60 }],
      petIds: [rex],
    })
  const goTo = (at: string) => deps.clock.set(new Date(at))
  return { ...fixture, save, own, look, show, walk, goTo, call }
}

test('household values are encrypted, bound to their column and readable only by their owner', async () => {
  const { db, save, own, call } = await openHome()
  expect(await own()).toMatchObject({ version: 0, address: '', views: [] })
  expect(await save()).toMatchObject({ ...home, version: 1 })
  const row = await db.selectFrom('household').selectAll().executeTakeFirstOrThrow()
  const bytes = Buffer.concat(
    [row.address, row.entry, row.door_code, row.alarm, row.cameras, row.emergency].map((part) => part!),
  ).toString('latin1')
  for (const word of Object.values(home)) if (word) expect(bytes).not.toContain(word)
  expect(row.absence).toBeNull()
  expect((await refusalOf(save())).code).toBe('version-stale')
  expect(
    (await refusalOf(call(contract.showHousehold, sam, { params: { accountId: olga.accountId } }))).code,
  ).toBe('account-not-found')
  // A value moved to another column, or read with another secret, cannot be unsealed.
  await db.updateTable('household').set({ door_code: row.alarm }).execute()
  expect(await own()).toMatchObject({ ...home, doorCode: '', unreadable: ['doorCode'] })
  await db.updateTable('household').set({ door_code: row.door_code }).execute()
  expect(await own()).toMatchObject({ ...home, unreadable: [] })
})

test('values sealed with another secret are reported as unreadable, not shown, and can be entered again', async () => {
  const { deps, save, own, look, show, walk, act, goTo } = await openHome()
  await save()
  const booking = await walk()
  await act(sam, booking, 'accept')
  goTo('2026-12-15T08:00:00Z')
  const sealedFields = ['address', 'entry', 'doorCode', 'alarm', 'cameras', 'emergency']
  deps.site = { ...deps.site, secret: 'another secret of the tests' }
  expect(await own()).toMatchObject({ address: '', doorCode: '', version: 1, unreadable: sealedFields })
  expect(await look(sam, booking.id)).toMatchObject({ fields: [], unreadable: sealedFields })
  expect(await look(olga, booking.id)).toMatchObject({ fields: [], unreadable: sealedFields })
  expect(await show(sam, booking.id)).toMatchObject({ values: [] })
  // Nothing was shown, so no view was logged.
  expect((await own()).views).toEqual([])
  expect(await save({ ...home, version: 1 })).toMatchObject({ ...home, unreadable: [] })
  expect((await show(sam, booking.id)).values).toHaveLength(6)
})

test('values stay readable after a secret rotation, and resealing makes the previous secret unnecessary', async () => {
  const { db, deps, save, own } = await openHome()
  await save()
  const old = deps.site.secret
  const next = { ...deps.site, secret: 'the secret that comes next in the tests' }
  deps.site = { ...next, previousSecrets: [old] }
  expect(await own()).toMatchObject({ ...home, unreadable: [] })
  const before = await db.selectFrom('household').selectAll().executeTakeFirstOrThrow()
  expect(await resealHouseholds(deps)).toEqual({ resealed: 6, unreadable: 0 })
  expect(await resealHouseholds(deps)).toEqual({ resealed: 0, unreadable: 0 })
  deps.site = next
  expect(await own()).toMatchObject({ ...home, version: 1, unreadable: [] })
  // A value that none of the secrets can unseal is counted and left unchanged.
  await db.updateTable('household').set({ alarm: before.alarm }).execute()
  expect(await resealHouseholds(deps)).toEqual({ resealed: 0, unreadable: 1 })
  expect(await own()).toMatchObject({ ...home, alarm: '', unreadable: ['alarm'] })
})

test('access lasts from a day before the start to two hours after the end; views are logged and notified', async () => {
  const { db, save, act, look, show, walk, goTo, own } = await openHome()
  await save()
  const booking = await walk()
  expect(await look(sam, booking.id)).toMatchObject({ state: 'none', fields: [] })
  expect((await refusalOf(show(sam, booking.id))).code).toBe('household-hidden')
  await act(sam, booking, 'accept')
  expect(await look(sam, booking.id)).toMatchObject({
    state: 'early',
    opensAt: '2026-12-14T09:00:00.000Z',
    closesAt: '2026-12-15T12:00:00.000Z',
    fields: ['address', 'entry', 'doorCode', 'alarm', 'cameras', 'emergency'],
  })
  goTo('2026-12-14T08:59:59Z')
  expect(await refusalOf(show(sam, booking.id))).toMatchObject({ opensAt: '2026-12-14T09:00:00.000Z' })
  goTo('2026-12-14T09:00:00Z')
  expect(JSON.stringify(await look(sam, booking.id))).not.toMatch(/Hidden|Q4711|blue/)
  expect(
    Object.fromEntries((await show(sam, booking.id)).values.map(({ field, value }) => [field, value])),
  ).toEqual(Object.fromEntries(Object.entries(home).filter(([, value]) => value)))
  goTo('2026-12-15T11:59:59Z')
  await show(sam, booking.id)
  goTo('2026-12-15T12:00:00Z')
  expect((await refusalOf(show(sam, booking.id))).code).toBe('household-hidden')

  expect((await own()).views).toMatchObject([
    { viewerName: 'Sam', at: '2026-12-15T11:59:59.000Z', bookingId: booking.id },
    { viewerName: 'Sam', at: '2026-12-14T09:00:00.000Z' },
  ])
  expect((await look(olga, booking.id)).views).toHaveLength(2)
  const notices = await db
    .selectFrom('notice')
    .select(['title', 'account_id'])
    .where('kind', '=', 'household-viewed')
    .execute()
  expect(notices).toEqual([
    {
      title: expect.stringContaining('Sam has looked at your address, how to get in'),
      account_id: olga.accountId,
    },
  ])
  expect(JSON.stringify(notices)).not.toMatch(/Q4711|Lane/)
  await expect(db.updateTable('household_view').set({ fields: [] }).execute()).rejects.toThrow(
    'never changed',
  )
  // No value is stored for idempotent replays.
  const storedRows = await db.selectFrom('idempotency').selectAll().execute()
  expect(JSON.stringify(storedRows)).not.toMatch(/Q4711|Lane/)
})

test('cancelling a booking ends access at once, and a booking at the sitter’s home shows no codes', async () => {
  const fixture = await openHome()
  const { save, act, show, walk, goTo, request, sitterId, rex, look } = fixture
  await save()
  const booking = await act(sam, await walk(), 'accept')
  const stay = {
    sitterId,
    service: 'boarding',
    startOn: '2026-12-15',
    startTime: '15:00',
    endOn: '2026-12-16',
    endTime: '11:00',
    petIds: [rex],
  } satisfies BookingDraftInput
  const boarding = await act(sam, await request(olga, stay), 'accept')
  const fetched = await act(
    sam,
    await request(olga, { ...stay, startOn: '2026-12-15', addOns: [{ code: 'pickup_trip', count: 1 }] }),
    'accept',
  )
  expect((await look(sam, fetched.id)).fields).toEqual(['address', 'emergency'])
  goTo('2026-12-15T08:00:00Z')
  await show(sam, booking.id)
  expect((await show(sam, boarding.id)).values.map(({ field }) => field)).toEqual(['emergency'])
  await act(olga, booking, 'cancel')
  expect(await refusalOf(show(sam, booking.id))).toMatchObject({
    code: 'household-hidden',
    opensAt: null,
    closesAt: null,
  })
})

test('viewing is refused to strangers and to the owner as if the booking did not exist', async () => {
  const { save, act, look, show, walk, goTo } = await openHome()
  await save()
  const booking = await act(sam, await walk(), 'accept')
  goTo('2026-12-15T08:00:00Z')
  for (const ask of [look, show]) {
    const never = await refusalOf(ask(eve, newId(now)))
    expect(JSON.stringify(await refusalOf(ask(eve, booking.id)))).toBe(JSON.stringify(never))
  }
  expect((await refusalOf(show(olga, booking.id))).code).toBe('booking-not-found')
})

test('erasing an account deletes its household', async () => {
  const { db, deps, save } = await openHome()
  await save()
  await deleteHouseholdOf(deps, olga.accountId)
  expect(await db.selectFrom('household').selectAll().execute()).toEqual([])
})
