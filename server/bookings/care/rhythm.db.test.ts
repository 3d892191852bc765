import { expect, test } from 'vitest'
import * as contract from '#contract/bookings/update-rhythms.ts'
import { remindOfUpdates } from '#server/bookings/care/rhythm-commands.ts'
import { newId } from '#server/kernel/ids.ts'
import { bookingFixture, refusalOf, send, weekend } from '#test/booking-fixture.ts'
import { eve, olga, sam } from '#test/cast.ts'

async function setup() {
  const fixture = await bookingFixture()
  const { deps, db, request, act } = fixture
  const booking = await act(sam, await request(olga, weekend(fixture)), 'accept')
  const params = { bookingId: booking.id }
  const show = (viewer: typeof olga) => send(deps, contract.showUpdateRhythm, viewer, { params })
  const change = (viewer: typeof olga, rhythm: string) =>
    send(deps, contract.changeUpdateRhythm, viewer, { params, body: { rhythm } })
  const notices = () => db.selectFrom('notice').selectAll().where('kind', '=', 'update-due').execute()
  const at = (instant: string) => {
    deps.clock.set(new Date(instant))
    return remindOfUpdates(deps)
  }
  const begin = () =>
    db.updateTable('booking').set({ status: 'in_progress' }).where('id', '=', booking.id).execute()
  const addUpdate = (instant: string) =>
    db
      .insertInto('care_entry')
      .values({
        booking_id: booking.id,
        id: newId(new Date(instant)),
        account_id: sam.accountId,
        unit: 0,
        kind: 'note',
        data: '{}',
        happened_at: new Date(instant),
        received_at: new Date(instant),
      })
      .execute()
  return { show, change, notices, at, begin, addUpdate }
}

test('The owner sets how often updates are due, the sitter can only read it, and a stranger gets booking-not-found', async () => {
  const { show, change } = await setup()
  expect(await show(olga)).toEqual({
    rhythm: 'daily',
    choices: ['twice_daily', 'daily', 'if_needed'],
    changeable: true,
  })
  expect(await change(olga, 'twice_daily')).toMatchObject({ rhythm: 'twice_daily' })
  expect(await show(sam)).toMatchObject({ rhythm: 'twice_daily', changeable: false })
  expect(await refusalOf(change(sam, 'daily'))).toMatchObject({ code: 'booking-action-not-allowed' })
  expect(await refusalOf(change(olga, 'each_visit'))).toMatchObject({ code: 'booking-action-not-allowed' })
  expect(await refusalOf(change(eve, 'daily'))).toMatchObject({ code: 'booking-not-found' })
  expect(await refusalOf(show(eve))).toMatchObject({ code: 'booking-not-found' })
})

test('Reminds the sitter once of an update that is due, and not at all if one was posted in time', async () => {
  const { change, notices, at, begin, addUpdate } = await setup()
  expect(await at('2026-12-11T19:00:00Z')).toEqual({ reminded: 0 })
  await begin()
  await Promise.all([at('2026-12-11T19:00:00Z'), at('2026-12-11T19:00:00Z')])
  await at('2026-12-11T19:15:00Z')
  expect(await notices()).toMatchObject([
    { account_id: sam.accountId, title: 'Olga would like to hear how it is going', read_at: null },
  ])
  await addUpdate('2026-12-12T10:00:00Z')
  await at('2026-12-12T19:00:00Z')
  expect(await notices()).toHaveLength(1)
  await change(olga, 'twice_daily')
  await at('2026-12-12T19:15:00Z')
  expect(await notices()).toHaveLength(2)
  await change(olga, 'if_needed')
  expect(await at('2026-12-13T10:00:00Z')).toEqual({ reminded: 0 })
})
