import { expect, test } from 'vitest'
import { listMailPreviews, showMailPreview } from '#contract/mails/previews.ts'
import { routes } from '#server/slices.ts'
import { bookingFixture, weekend } from '#test/booking-fixture.ts'
import { eve, olga, sam } from '#test/cast.ts'
import { answerOf } from '#test/invoke.ts'

async function setup() {
  const fixture = await bookingFixture()
  const { deps, request, act } = fixture
  const requested = await request(olga, weekend(fixture))
  const booking = await act(sam, requested, 'accept')
  const as = (role: string) => ({ ...eve, roles: [role] })
  const list = (number = booking.number, role = 'support') =>
    answerOf(routes, listMailPreviews, deps, { viewer: as(role), query: { booking: number } })
  const show = (event: string, to: 'owner' | 'sitter') =>
    answerOf(routes, showMailPreview, deps, {
      viewer: as('support'),
      params: { event, to },
      query: { booking: booking.number },
    })
  return { ...fixture, booking, list, show }
}

test('every mail that a booking has sent or could send is listed, those of its history first', async () => {
  const { booking, list } = await setup()
  const { items, booking: found } = await list()
  expect(found).toEqual({ id: booking.id, number: booking.number })
  const happened = items.filter((one) => one.happened).map(({ event, to }) => `${event} ${to}`)
  expect(happened.toSorted()).toEqual(['accept owner', 'accept sitter', 'request owner', 'request sitter'])
  expect(items.slice(0, happened.length).every((one) => one.happened)).toBe(true)
  const possible = items.filter((one) => !one.happened).map(({ event, to }) => `${event} ${to}`)
  expect(possible).toEqual(
    expect.arrayContaining(['cancel owner', 'cancel sitter', 'cancel_by_sitter owner', 'decline owner']),
  )
  expect(possible.length).toBeGreaterThan(20)
  expect(await list(`#${booking.number.toLowerCase()}`)).toMatchObject({ booking: { id: booking.id } })
  await expect(list('NONE')).rejects.toMatchObject({ code: 'booking-not-found' })
  await expect(list(booking.number, 'moderator')).rejects.toMatchObject({ code: 'role-missing' })
})

test('each of them is shown as it would be sent, and nothing is sent', async () => {
  const { db, deps, booking, list, show } = await setup()
  const { items } = await list()
  const mails = await db.selectFrom('mail').select('id').execute()
  const jobs = deps.jobs.length
  for (const { event, to, subject } of items) {
    const mail = await show(event, to)
    expect(mail.subject).toBe(subject)
    expect(mail.subject).toContain(booking.number)
    expect(`${mail.text}${mail.html}`).not.toMatch(/undefined|NaN|Invalid Date/)
    expect(mail.html).toContain(booking.number)
  }
  const accepted = await show('accept', 'owner')
  expect(accepted.text).toContain('Sam')
  expect(await db.selectFrom('mail').select('id').execute()).toEqual(mails)
  expect(deps.jobs).toHaveLength(jobs)
  for (const event of ['nothing', 'close', 'toString'])
    await expect(show(event, 'owner')).rejects.toMatchObject({ code: 'mail-not-found' })
})
