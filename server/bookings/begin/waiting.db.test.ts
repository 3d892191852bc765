import { expect, test } from 'vitest'
import { listRequests } from '#contract/bookings/requests.ts'
import type { Viewer } from '#server/kernel/deps.ts'
import { bookingFixture, buildPet, refusalOf, send, weekend } from '#test/booking-fixture.ts'
import { eve, olga, sam } from '#test/cast.ts'
import { type BookingFixture, inquire } from '#test/offer-fixture.ts'

const requestsOf = ({ deps }: BookingFixture, viewer: Viewer, accountId = viewer.accountId) =>
  send(deps, listRequests, viewer, { params: { accountId } })

const boarding = { rates: { base: 30_00 }, capacity: 2 }

test('a sitter sees the open requests, soonest deadline first, with the places that each would take', async () => {
  const fixture = await bookingFixture({ services: { boarding } })
  const first = await fixture.request(eve, {
    ...weekend(fixture),
    petIds: [await buildPet(fixture.db, eve, { name: 'Bo' })],
  })
  const later = await fixture.request(olga, {
    ...weekend(fixture),
    startOn: '2026-12-12',
    endOn: '2026-12-14',
  })
  await fixture.act(sam, first, 'accept')
  await fixture.db
    .insertInto('sitter_day_override')
    .values({ sitter_id: fixture.sitterId, on_date: '2026-12-13', service: 'boarding', capacity: 0 })
    .execute()
  const question = await inquire(fixture)
  const answerBy = (id: string, at: string) =>
    fixture.db.updateTable('booking').set({ expires_at: at }).where('id', '=', id).execute()
  await answerBy(question.id, '2026-12-03T12:00:00Z')
  await answerBy(later.id, '2026-12-03T11:00:00Z')

  const { items } = await requestsOf(fixture, sam)

  expect(items.map(({ booking, days }) => ({ id: booking.id, role: booking.role, days }))).toEqual([
    {
      id: later.id,
      role: 'sitter',
      days: [
        { on: '2026-12-12', capacity: 2, taken: 1, wanted: 1, obstacle: null },
        { on: '2026-12-13', capacity: 0, taken: 0, wanted: 1, obstacle: 'away' },
      ],
    },
    { id: question.id, role: 'sitter', days: [] },
  ])
  expect(items[0]!.booking.actions.map(({ event }) => event)).toContain('accept')
})

test('an answered request is no longer listed', async () => {
  const fixture = await bookingFixture({ services: { boarding } })
  const asked = await fixture.request(olga, weekend(fixture))
  expect((await requestsOf(fixture, sam)).items).toHaveLength(1)
  await fixture.act(sam, asked, 'decline', { reason: 'dates', note: null })
  expect((await requestsOf(fixture, sam)).items).toEqual([])
})

test('an owner without a sitter profile has no requests to answer, and nobody sees those of another account', async () => {
  const fixture = await bookingFixture()
  await fixture.request(olga, weekend(fixture))
  expect((await requestsOf(fixture, olga)).items).toEqual([])
  expect(await refusalOf(requestsOf(fixture, olga, sam.accountId))).toMatchObject({
    code: 'account-not-found',
  })
})
