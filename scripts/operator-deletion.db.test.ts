import { expect, test } from 'vitest'
import { deleteAccount, showDeletion } from '#server/accounts/deletion-commands.ts'
import { readConfig } from '#server/config/config.ts'
import { refusalOf, bookingFixture, weekend } from '#test/booking-fixture.ts'
import { olga, sam } from '#test/cast.ts'
import { deletionCommands } from './operator-deletion.ts'

const config = readConfig({ SECRET: 'x'.repeat(32), LOG_LEVEL: 'silent' }, '/nowhere')

async function setup() {
  const fixture = await bookingFixture()
  const booking = await fixture.request(olga, weekend(fixture))
  await fixture.act(sam, booking, 'accept')
  fixture.deps.jobs.length = 0
  const operator = (name: keyof typeof deletionCommands, options: Record<string, true> = {}) =>
    Promise.resolve(
      deletionCommands[name].run({
        deps: fixture.deps,
        config,
        databaseUrl: '',
        args: [sam.accountId],
        options,
        printProgress: () => undefined,
      }),
    )
  const viewer = { ...sam, authTime: fixture.deps.now().getTime() / 1000 }
  const deletions = () => fixture.db.selectFrom('identity.deletions').select('account_id').execute()
  return { ...fixture, booking, operator, viewer, deletions }
}

test('deletion is refused with a list of open bookings in the API, the dialog data and the command line', async () => {
  const { deps, booking, operator, viewer, deletions } = await setup()
  const text = `Booking ${booking.number} is still open`
  const open = [{ kind: 'booking', id: booking.id, number: booking.number, text }]
  expect(await refusalOf(deleteAccount(deps, viewer, sam.accountId, '203.0.113.1'))).toMatchObject({
    code: 'account-in-use',
    status: 422,
    detail: expect.stringContaining(text) as unknown,
    open,
  })
  expect(await showDeletion(deps, viewer, sam.accountId)).toEqual({ open, undoDays: 14 })
  for (const options of [{ yes: true }, { yes: true, 'at-once': true }] as const)
    expect((await refusalOf(operator('delete', options))).detail).toContain(text)
  expect([await deletions(), deps.jobs]).toEqual([[], []])
})

test('cancel-open cancels open bookings, notifies both sides and schedules deletion, which can be undone', async () => {
  const { db, deps, booking, operator, show, deletions } = await setup()
  expect(await operator('delete', { yes: true, 'cancel-open': true })).toContain(
    'Bookings ended: 1; both sides are notified.',
  )
  expect((await show(olga, booking)).status).toBe('cancelled')
  const notifications = deps.jobs.flatMap(({ name, payload }) =>
    name === 'bookings.notify' ? [payload] : [],
  )
  expect(notifications).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ bookingId: booking.id, to: 'owner' }),
      expect.objectContaining({ bookingId: booking.id, to: 'sitter' }),
    ]),
  )
  expect(await deletions()).toEqual([{ account_id: sam.accountId }])
  const mails = () => db.selectFrom('mail').select(['kind', 'recipient']).orderBy('kind').execute()
  expect(await mails()).toEqual([{ kind: 'identity.deletion-asked', recipient: sam.email }])
  expect(await operator('undelete')).toContain('is kept, and can sign in again.')
  expect(await deletions()).toEqual([])
  expect((await refusalOf(operator('undelete'))).detail).toContain('has no scheduled deletion.')
})
