import { expect, test } from 'vitest'
import * as people from '#contract/staff/people.ts'
import * as contract from '#contract/staff/suspensions.ts'
import { disableUser, enableUser } from '#server/identity/admin-commands.ts'
import { scheduleDeletion, undoDeletion } from '#server/identity/deletion/commands.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Viewer } from '#server/kernel/deps.ts'
import { routes } from '#server/slices.ts'
import { endDueSuspensions } from '#server/suspensions/commands.ts'
import { bookingFixture, weekend } from '#test/booking-fixture.ts'
import { eve, olga, sam, withFreshSignIn } from '#test/cast.ts'
import { answerOf } from '#test/invoke.ts'

const reason = 'Three owners were asked to pay beside the site.'
const hour = 3_600_000

async function setup() {
  const fixture = await bookingFixture()
  const { deps, db } = fixture
  for (const { uid, email } of [olga, sam, eve])
    await db
      .insertInto('identity.users')
      .values({
        id: uid,
        email,
        email_canonical: email,
        email_verified: true,
        valid_since: deps.now(),
        created_at: deps.now(),
        last_login_at: deps.now(),
        last_refresh_at: deps.now(),
      })
      .execute()
  const as = (roles: string[]): Viewer => withFreshSignIn({ ...eve, roles }, deps.now())
  const operator = as(['operator'])
  const suspend = (accountId: string, endsAt?: Date, viewer = operator) =>
    answerOf(routes, contract.suspendPerson, deps, {
      viewer,
      params: { accountId },
      body: { reason, ...(endsAt && { endsAt: endsAt.toISOString() }) },
    })
  const restore = (accountId: string, viewer = operator) =>
    answerOf(routes, contract.restorePerson, deps, {
      viewer,
      params: { accountId },
      body: { reason: 'The owners have taken it back.' },
    })
  const isDisabled = async (uid: string) =>
    (await db.selectFrom('identity.users').select('disabled').where('id', '=', uid).executeTakeFirstOrThrow())
      .disabled
  const statusOf = async (accountId: string) =>
    (
      await db
        .selectFrom('sitter')
        .select('status')
        .where('account_id', '=', accountId)
        .executeTakeFirstOrThrow()
    ).status
  const show = (accountId: string) =>
    answerOf(routes, people.showPerson, deps, { viewer: operator, params: { accountId } })
  const subjectsTo = async (email: string) =>
    (await db.selectFrom('mail').select('subject').where('recipient', '=', email).execute()).map(
      ({ subject }) => subject,
    )
  return { ...fixture, as, suspend, restore, isDisabled, statusOf, show, subjectsTo }
}

test('a suspension ends sign-ins, open requests and the profile, says why, and is undone by a restore', async () => {
  const fixture = await setup()
  const { db, deps, request, suspend, restore, isDisabled, statusOf, show, subjectsTo } = fixture
  const booking = await request(olga, weekend(fixture))
  const suspension = await suspend(sam.accountId)
  expect(suspension).toMatchObject({ reason, byName: 'Eve', endsAt: null, liftedAt: null })
  expect(await isDisabled(sam.uid)).toBe(true)
  expect(await statusOf(sam.accountId)).toBe('draft')
  const { status } = await db
    .selectFrom('booking')
    .select('status')
    .where('id', '=', booking.id)
    .executeTakeFirstOrThrow()
  expect(status).toBe('declined')
  expect(await subjectsTo(sam.email)).toContain('Your account is suspended')
  expect(await show(sam.accountId)).toMatchObject({ suspended: true, suspensions: [{ id: suspension.id }] })
  await expect(suspend(sam.accountId)).rejects.toMatchObject({ code: 'suspension-refused' })

  expect(await restore(sam.accountId)).toMatchObject({
    id: suspension.id,
    liftedByName: 'Eve',
    liftReason: 'The owners have taken it back.',
  })
  expect(await isDisabled(sam.uid)).toBe(false)
  expect(await subjectsTo(sam.email)).toContain('Your account is open again')
  await expect(restore(sam.accountId)).rejects.toMatchObject({ code: 'suspension-refused' })
  deps.clock.set(new Date(deps.now().getTime() + 60_000))
  const again = await suspend(sam.accountId)
  expect(again.id).not.toBe(suspension.id)
  expect((await show(sam.accountId)).suspensions.map(({ id }) => id)).toEqual([again.id, suspension.id])
})

test('a suspension ends by itself at its end and not before', async () => {
  const { deps, suspend, isDisabled, show, subjectsTo } = await setup()
  const endsAt = new Date(deps.now().getTime() + 48 * hour)
  await expect(suspend(olga.accountId, deps.now())).rejects.toMatchObject({ code: 'suspension-refused' })
  await suspend(olga.accountId, endsAt)
  deps.clock.set(new Date(endsAt.getTime() - 1))
  await endDueSuspensions(deps)
  expect(await isDisabled(olga.uid)).toBe(true)
  deps.clock.set(endsAt)
  await endDueSuspensions(deps)
  await endDueSuspensions(deps)
  expect(await isDisabled(olga.uid)).toBe(false)
  expect(await show(olga.accountId)).toMatchObject({
    suspended: false,
    suspensions: [{ liftedAt: endsAt.toISOString(), liftedByName: null, liftReason: null }],
  })
  const open = (await subjectsTo(olga.email)).filter((subject) => subject === 'Your account is open again')
  expect(open).toHaveLength(1)
})

test('a suspension outlives a deletion that is undone, and a restore waits for it', async () => {
  const { deps, suspend, restore, isDisabled, show } = await setup()
  const schedule = () =>
    ensureTransaction(deps, (tx) => scheduleDeletion(tx, { uid: olga.uid, caller: null }))
  await schedule()
  await suspend(olga.accountId)
  expect(await show(olga.accountId)).toMatchObject({ suspended: true })
  await undoDeletion(deps, olga.uid, null)
  expect(await isDisabled(olga.uid)).toBe(true)

  await schedule()
  await restore(olga.accountId)
  expect(await show(olga.accountId)).toMatchObject({ suspended: false })
  // Nobody signs in to an account that is about to be deleted.
  expect(await isDisabled(olga.uid)).toBe(true)
  await undoDeletion(deps, olga.uid, null)
  expect(await isDisabled(olga.uid)).toBe(false)
})

test('an account that was opened on the command line can be suspended again', async () => {
  const { deps, suspend, restore, show } = await setup()
  await suspend(olga.accountId)
  await enableUser(deps, olga.uid)
  await suspend(olga.accountId)
  expect((await show(olga.accountId)).suspensions).toHaveLength(2)
  await restore(olga.accountId)
  expect(await show(olga.accountId)).toMatchObject({ suspended: false })
  await disableUser(deps, olga.uid)
  await restore(olga.accountId)
  expect(await show(olga.accountId)).toMatchObject({ suspended: false })
})

test('nobody suspends themselves, and only an owner of the site suspends staff', async () => {
  const { db, as, suspend, restore } = await setup()
  await expect(suspend(eve.accountId)).rejects.toMatchObject({ code: 'suspension-refused' })
  await db
    .updateTable('account')
    .set({ roles: ['support'] })
    .where('id', '=', olga.accountId)
    .execute()
  await expect(suspend(olga.accountId)).rejects.toMatchObject({ code: 'suspension-refused' })
  const owner = as(['instance_owner'])
  expect(await suspend(olga.accountId, undefined, owner)).toMatchObject({ reason })
  await expect(restore(olga.accountId)).rejects.toMatchObject({ code: 'suspension-refused' })
  expect(await restore(olga.accountId, owner)).toMatchObject({ liftedByName: 'Eve' })
  await expect(suspend(sam.accountId, undefined, as(['support']))).rejects.toMatchObject({
    code: 'role-missing',
  })
})
