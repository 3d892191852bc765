import { expect, onTestFinished, test } from 'vitest'
import { createAccount } from '#server/accounts/commands.ts'
import { runClock } from '#server/bookings/life/clock-commands.ts'
import { readInvite, readOwnInvite } from '#server/bookings/referral/commands.ts'
import { notifyOfCredit } from '#server/bookings/referral/credit-mail-commands.ts'
import { lockCredits } from '#server/bookings/referral/store.ts'
import { alone } from '#server/kernel/backup/snapshot.ts'
import { openDb } from '#server/kernel/db/db.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import { readTrialBalance } from '#server/ledger/desk-commands.ts'
import { bookingFixture, refusalOf, weekend } from '#test/booking-fixture.ts'
import { now } from '#test/build.ts'
import { eve, olga, sam } from '#test/cast.ts'
import { urlOf } from '#test/databases.ts'
import { testDb } from '#test/db.ts'
import { expectInvariants } from '#test/invariants.ts'

/** A weekend with Sam costs Olga 76.00 and a fee of 7.60; Olga came through the inviter's link. */
async function invitedFixture(inviter: typeof eve) {
  const fixture = await bookingFixture({ services: { boarding: { rates: { base: 38_00 }, capacity: 3 } } })
  await fixture.db
    .updateTable('account')
    .set({ invited_by: inviter.accountId, created_at: now })
    .where('id', '=', olga.accountId)
    .execute()
  const later = { ...weekend(fixture), startOn: '2027-01-15', endOn: '2027-01-17' }
  const complete = async (draft: ReturnType<typeof weekend>) => {
    const booking = await fixture.act(sam, await fixture.request(olga, draft), 'accept')
    fixture.deps.clock.set(new Date('2026-12-11T17:00:00Z'))
    await runClock(fixture.deps)
    fixture.deps.clock.set(new Date('2026-12-14T11:30:00Z'))
    await runClock(fixture.deps)
    return fixture.show(olga, booking)
  }
  const own = (person: typeof eve) => readOwnInvite(fixture.deps, person, person.accountId)
  return { ...fixture, later, complete, own }
}

test('a sitter pays no fee for an owner who joined through the sitter’s link, for twelve months', async () => {
  const fixture = await invitedFixture(sam)
  const booking = await fixture.request(olga, weekend(fixture))
  const seen = await fixture.show(sam, booking)
  expect(seen.quote).toMatchObject({
    sitterFee: 0,
    sitterPayout: 76_00,
    sitterFeeRule: 'No service fee, because the owner came through your link',
  })
  expect(booking.quote).toMatchObject({ ownerFee: 7_60, total: 83_60 })
  expect(JSON.stringify(booking)).not.toContain('sitterFee')

  await fixture.db
    .updateTable('account')
    .set({ created_at: new Date('2025-11-30T09:00:00Z') })
    .execute()
  const laterBooking = await fixture.show(sam, await fixture.request(olga, fixture.later))
  expect(laterBooking.quote.sitterFee).toBe(7_60)
  expect(laterBooking.quote.sitterFeeRule).toBeUndefined()
  expect((await fixture.show(sam, booking)).quote.sitterFee).toBe(0)
})

test('an invite link from another account does not change the fee', async () => {
  const fixture = await invitedFixture(eve)
  const booking = await fixture.show(sam, await fixture.request(olga, weekend(fixture)))
  expect(booking.quote.sitterFee).toBe(7_60)
})

test('the first completed booking earns both a credit, which is applied to the next request automatically', async () => {
  const fixture = await invitedFixture(eve)
  const first = await fixture.complete(weekend(fixture))
  expect(first).toMatchObject({ status: 'completed', quote: { total: 83_60 } })
  for (const person of [olga, eve])
    expect((await fixture.own(person)).credits).toMatchObject([{ amount: 10_00, status: 'free' }])

  const next = await fixture.request(olga, fixture.later)
  expect(next.quote.promo).toMatchObject({ amount: 10_00, paidBy: 'platform', credit: true })
  expect(next.quote.total).toBe(next.quote.subtotal + next.quote.ownerFee - 10_00)
  expect((await fixture.own(olga)).credits[0]!.status).toBe('reserved')
  await fixture.act(olga, next, 'withdraw')
  const again = await fixture.act(sam, await fixture.request(olga, fixture.later), 'accept')
  const { items } = await readTrialBalance(fixture.db)
  expect(items.find(({ account }) => account === 'promotion')?.balance).toBe(-10_00)
  expect((await fixture.own(olga)).credits[0]!.status).toBe('used')
  expect(again.quote.promo?.credit).toBe(true)
  expect((await fixture.own(eve)).invited).toBe(1)
  await expectInvariants(fixture.deps)
})

test('credits are not locked while a backup is being made, which may take hours', async () => {
  const url = await urlOf(await testDb())
  const db = openDb(url, { max: 1 })
  onTestFinished(() => db.destroy())
  await expect(alone(url, () => inTransaction(db, lockCredits))).resolves.toBeDefined()
})

test('both are emailed about their credit once, including that unused credit lapses', async () => {
  const fixture = await invitedFixture(eve)
  await fixture.complete(weekend(fixture))
  const creditJobs = fixture.deps.jobs.filter((job) => job.name === 'bookings.tell-of-credit')
  expect(creditJobs).toHaveLength(2)
  for (const { payload } of [...creditJobs, ...creditJobs])
    await notifyOfCredit(fixture.deps, payload.creditId)
  const mails = await fixture.db.selectFrom('mail').selectAll().orderBy('recipient').execute()
  expect(mails.map(({ recipient, subject }) => [recipient, subject])).toEqual([
    [eve.email, 'You have earned €10.00 for your next booking'],
    [olga.email, 'You have earned €10.00 for your next booking'],
  ])
  expect(mails[0]!.text_body).toContain('Olga joined through your link')
  expect(mails[1]!.text_body).toContain('Eve invited you')
  expect(mails[1]!.text_body).toContain('the rest is lost')
  expect(mails[1]!.text_body).toContain('http://localhost:3000/account/invite')
})

test('a credit cannot be used by another account', async () => {
  const fixture = await invitedFixture(eve)
  await fixture.complete(weekend(fixture))
  const { code } = await fixture.db
    .selectFrom('promo_code')
    .select('code')
    .where('owner_id', '=', eve.accountId)
    .executeTakeFirstOrThrow()
  const refusal = await refusalOf(fixture.quote(olga, { ...fixture.later, promoCode: code }))
  expect(refusal).toMatchObject({ code: 'promo-invalid' })
})

test('a booking between the inviting sitter and the invited owner earns no credit', async () => {
  const fixture = await invitedFixture(sam)
  expect((await fixture.complete(weekend(fixture))).status).toBe('completed')
  expect((await fixture.own(olga)).credits).toEqual([])
  expect((await fixture.own(sam)).credits).toEqual([])
})

test('an account created through an invite link counts once, even if it is submitted again with another code', async () => {
  const fixture = await bookingFixture()
  const { code } = await readOwnInvite(fixture.deps, sam, sam.accountId)
  expect(await readInvite(fixture.deps, code)).toMatchObject({ name: 'Sam', sitterId: fixture.sitterId })
  const newcomer = { ...eve, uid: 'uid-new', email: 'new@example.org', accountId: null }
  const body = {
    name: 'Nia',
    email: newcomer.email,
    phoneNumber: null,
    location: null,
    externalUserId: 'uid-new',
  }
  await createAccount(fixture.deps, newcomer, { ...body, inviteCode: code })
  await createAccount(fixture.deps, newcomer, { ...body, inviteCode: 'nobodyslink' })
  expect((await readOwnInvite(fixture.deps, sam, sam.accountId)).invited).toBe(1)
  expect(await refusalOf(readInvite(fixture.deps, 'nobodyslink'))).toMatchObject({ code: 'invite-not-found' })
  expect(await refusalOf(readOwnInvite(fixture.deps, eve, sam.accountId))).toMatchObject({
    code: 'account-not-found',
  })
})
