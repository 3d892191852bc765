import { expect, test } from 'vitest'
import * as contract from '#contract/backups.ts'
import { mayHaveBackup } from '#server/circle/backup.ts'
import { circleJobs } from '#server/circle/jobs.ts'
import type { Viewer } from '#server/kernel/deps.ts'
import { buildSitter, bookingFixture, refusalOf, send, weekend } from '#test/booking-fixture.ts'
import { eve, olga, sam } from '#test/cast.ts'

/** Rex stays with Sam for five nights; Eve is a sitter too. */
async function setup(days: object = { endOn: '2026-12-16' }) {
  const fixture = await bookingFixture()
  const { deps, db, request, act } = fixture
  const evesId = await buildSitter(db, eve)
  const booking = await act(sam, await request(olga, { ...weekend(fixture), ...days }), 'accept')
  const params = { bookingId: booking.id }
  const ask = (viewer: Viewer, sitterId: string) =>
    send(deps, contract.askBackup, viewer, { params, body: { sitterId, note: 'Rex knows you.' } })
  const show = (viewer: Viewer) => send(deps, contract.showBackup, viewer, { params })
  const answer = (viewer: Viewer, agree: boolean) =>
    send(deps, contract.answerBackup, viewer, { params, body: { agree } })
  const asked = async (viewer: Viewer) => (await send(deps, contract.listBackups, viewer, {})).items
  const told = async (viewer: Viewer) =>
    (
      await db
        .selectFrom('notice')
        .select(['title', 'path'])
        .where('account_id', '=', viewer.accountId)
        .orderBy('id')
        .execute()
    ).map(({ title, path }) => [title, path])
  const [call] = circleJobs(deps)
  return { ...fixture, evesId, booking, params, ask, show, answer, asked, told, call: call! }
}

test('the owner and an agreed backup sitter are each notified once when the booked sitter cancels', async () => {
  const { deps, evesId, booking, ask, show, answer, asked, told, call, act } = await setup()
  expect(await show(olga)).toEqual({ backup: null, possible: true })
  await ask(olga, evesId)
  await ask(olga, evesId)
  expect(await asked(eve)).toMatchObject([
    { bookingId: booking.id, owner: 'Olga', status: 'asked', note: 'Rex knows you.', called: false },
  ])
  await answer(eve, true)
  await answer(eve, true)
  expect(await show(olga)).toMatchObject({
    backup: { sitter: { id: evesId, name: 'Eve' }, status: 'agreed' },
  })

  deps.jobs.length = 0
  await act(sam, booking, 'cancel_by_sitter', { reason: 'I am ill.' })
  const queued = deps.jobs.filter(({ name }) => name === 'circle.call-backup')
  expect(queued).toEqual([{ name: 'circle.call-backup', payload: { bookingId: booking.id } }])
  await call.run(queued[0]!.payload)
  await call.run(queued[0]!.payload)
  expect(await told(olga)).toContainEqual([
    'Eve would step in for Sam',
    `/sitters/${evesId}?service=boarding&start=2026-12-11&end=2026-12-16`,
  ])
  expect((await told(eve)).map(([title]) => title).toSorted()).toEqual([
    'Olga asks whether you would step in',
    'Olga needs you: Sam can no longer come',
  ])
  expect(await asked(eve)).toMatchObject([{ called: true }])
  expect(await show(olga)).toMatchObject({ possible: false })
})

test('a sitter who declined as backup can be asked again and is not called after a cancellation', async () => {
  const { evesId, booking, ask, show, answer, told, call, act, deps } = await setup()
  await ask(olga, evesId)
  await answer(eve, false)
  await ask(olga, evesId)
  expect(await show(olga)).toMatchObject({ backup: { status: 'asked' } })
  await answer(eve, false)
  await act(sam, booking, 'cancel_by_sitter', { reason: 'I am ill.' })
  await call.run(deps.jobs.findLast(({ name }) => name === 'circle.call-backup')!.payload)
  expect((await told(eve)).filter(([title]) => title?.includes('needs you'))).toEqual([])
})

test('only the owner can ask and only the asked sitter can answer; others get booking-not-found', async () => {
  const { evesId, sitterId, ask, show, answer, asked } = await setup()
  for (const asks of [() => ask(sam, evesId), () => show(eve), () => answer(eve, true)])
    expect(await refusalOf(asks())).toMatchObject({ code: 'booking-not-found' })
  await ask(olga, evesId)
  expect(await refusalOf(answer(sam, true))).toMatchObject({ code: 'booking-not-found' })
  expect(await asked(sam)).toEqual([])
  expect(await refusalOf(ask(olga, sitterId))).toMatchObject({ code: 'backup-refused' })
})

test('a backup sitter is refused for a stay of three nights', async () => {
  const { evesId, ask, show } = await setup({ endOn: '2026-12-14' })
  expect(await show(olga)).toEqual({ backup: null, possible: false })
  expect(await refusalOf(ask(olga, evesId))).toMatchObject({ code: 'backup-refused' })
})

test.each([
  ['boarding', 'confirmed', '2026-12-15', true],
  ['boarding', 'confirmed', '2026-12-14', false],
  ['house_sitting', 'in_progress', '2026-12-20', true],
  ['boarding', 'requested', '2026-12-20', false],
  ['drop_in', 'confirmed', '2026-12-20', false],
] as const)('a backup for %s, %s, ending on %s is allowed: %s', (service, status, endOn, expected) => {
  const ends_at = new Date(`${endOn}T11:00:00Z`)
  const stay = { service, status, start_on: '2026-12-11', end_on: endOn, ends_at }
  expect(mayHaveBackup(stay, new Date('2026-12-01T00:00:00Z'))).toBe(expected)
  expect(mayHaveBackup(stay, ends_at)).toBe(false)
})
