import { expect, test } from 'vitest'
import * as care from '#contract/care/report-cards.ts'
import * as contract from '#contract/circle/circle.ts'
import { runClock } from '#server/bookings/life/clock-commands.ts'
import { letterOf } from '#server/bookings/mails.ts'
import { recordOf } from '#server/bookings/record/commands.ts'
import { invitationDays } from '#server/circle/invitation.ts'
import { deleteCircleOf } from '#server/circle/member-commands.ts'
import { addHours } from '#server/kernel/day.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import type { Viewer } from '#server/kernel/deps.ts'
import { findContacts, findClientCounts, findReliability } from '#server/sitters/figures-store.ts'
import { bookingFixture, refusalOf, send, weekend } from '#test/booking-fixture.ts'
import { now } from '#test/build.ts'
import { eve, olga, sam } from '#test/cast.ts'
import { collide } from '#test/db.ts'
import { expectInvariants } from '#test/invariants.ts'

async function setup() {
  const fixture = await bookingFixture()
  const { deps } = fixture
  const show = (viewer: Viewer) => send(deps, contract.showCircle, viewer, {})
  const invite = (viewer: Viewer, name = 'Evie') =>
    send(deps, contract.inviteFriend, viewer, { body: { name } })
  const tokenOf = ({ link }: { link: string | null }) => link!.split('/').at(-1)!
  const look = (viewer: Viewer, token: string) =>
    send(deps, contract.showInvitation, viewer, { body: { token } })
  const join = (viewer: Viewer, token: string) => send(deps, contract.joinCircle, viewer, { body: { token } })
  const leave = (viewer: Viewer, memberId: string) =>
    send(deps, contract.leaveCircle, viewer, { params: { memberId } })
  /** Adds a friend to Olga's circle; returns the member's id and the draft of a request to them. */
  const befriend = async (friend: Viewer) => {
    await join(friend, tokenOf(await invite(olga)))
    const { friends } = await show(olga)
    const { id, joined } = friends.find((one) => one.joined?.accountId === friend.accountId)!
    return { id, draft: { ...weekend({ sitterId: joined!.sitterId, rex: fixture.rex }), circle: true } }
  }
  return { ...fixture, show, invite, tokenOf, look, join, leave, befriend }
}

test('an invitation shows the owner, is accepted by one friend only, and links both accounts', async () => {
  const { show, invite, tokenOf, look, join } = await setup()
  const invited = await invite(olga)
  expect(invited).toMatchObject({
    name: 'Evie',
    joined: null,
    linkUntil: addHours(now, invitationDays * 24).toISOString(),
  })
  const token = tokenOf(invited)
  expect(await look(eve, token)).toEqual({ owner: 'Olga', pets: ['Pip', 'Rex'], joined: false })
  await join(eve, token)
  await join(eve, token)
  expect(await show(eve)).toMatchObject({ friends: [], owners: [{ name: 'Olga' }] })
  expect(await show(olga)).toMatchObject({
    owners: [],
    friends: [{ name: 'Evie', link: null, joined: { name: 'Eve', accountId: eve.accountId } }],
  })
  for (const who of [sam, olga])
    expect(await refusalOf(join(who, token))).toMatchObject({ code: 'circle-invitation-invalid' })
})

test.each([
  [
    'one that was never given out',
    (token: string) => token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
  ],
  ['one without a signature', (token: string) => token.split('.')[0]!],
])('an invalid invitation token is refused: %s', async (_, spoil) => {
  const { invite, tokenOf, look } = await setup()
  const token = tokenOf(await invite(olga))
  expect(await refusalOf(look(eve, spoil(token)))).toMatchObject({ code: 'circle-invitation-invalid' })
})

test('two invitations accepted concurrently by the same friend create one membership', async () => {
  const { db, show, invite, tokenOf, join } = await setup()
  const tokens = [tokenOf(await invite(olga)), tokenOf(await invite(olga))]
  await collide(
    db,
    'account',
    olga.accountId,
    tokens.map((token) => () => join(eve, token)),
  )
  const { friends } = await show(olga)
  expect(friends.map(({ joined }) => joined?.accountId).toSorted()).toEqual([eve.accountId, undefined])
})

test('an invitation is refused after it has expired or the owner has revoked it', async () => {
  const { deps, invite, tokenOf, join, leave } = await setup()
  const [old, back] = [await invite(olga), await invite(olga, 'Somebody')]
  await leave(sam, back.id)
  await leave(olga, back.id)
  expect(await refusalOf(join(eve, tokenOf(back)))).toMatchObject({ code: 'circle-invitation-invalid' })
  deps.clock.set(addHours(now, invitationDays * 24))
  expect(await refusalOf(join(eve, tokenOf(old)))).toMatchObject({ code: 'circle-invitation-invalid' })
})

test('a friend who is not a sitter completes a free booking from request to closing, without a review', async () => {
  const { deps, db, befriend, quote, request, act, show: _show, ...fixture } = await setup()
  const { draft } = await befriend(eve)
  expect(await quote(olga, draft)).toMatchObject({
    lines: [],
    subtotal: 0,
    ownerFee: 0,
    total: 0,
    policy: 'flexible',
  })
  const requested = await request(olga, draft, { message: 'Would you?' })
  expect(requested).toMatchObject({
    status: 'requested',
    circle: true,
    payment: { mode: 'manual', due: null },
  })
  const agreed = await act(eve, requested, 'accept')
  expect(agreed).toMatchObject({ status: 'confirmed', role: 'sitter' })
  expect(agreed.actions.map(({ event }) => event)).toEqual(['cancel_by_sitter'])
  const record = await inTransaction(db, (tx) => recordOf(tx, agreed.id))
  expect(letterOf(record, 'accept', 'owner', undefined, deps.site)).toMatchObject({
    title: 'Eve will look after your pets',
  })

  deps.clock.set(new Date(agreed.startsAt))
  const running = await act(eve, agreed, 'check_in')
  const duty = await send(deps, care.showDuty, eve, { params: { bookingId: running.id } })
  expect(duty).toMatchObject({ booking: { id: running.id } })
  deps.clock.set(addHours(new Date(agreed.endsAt), 24 * 60))
  while ((await runClock(deps)).moved > 0);
  const over = await fixture.list(olga, { scope: 'past' })
  expect(over.items).toMatchObject([{ id: running.id, status: 'closed', reviewable: false }])
  expect(await refusalOf(fixture.review(olga, running))).toMatchObject({
    code: expect.stringContaining('review'),
  })
  await expectInvariants(deps)
})

test('a circle booking uses no capacity and does not count in the sitter’s figures', async () => {
  const { deps, db, sitterId, befriend, quote, request, act } = await setup()
  const paid = weekend({ sitterId, rex: (await befriend(sam)).draft.petIds[0]! })
  const { draft } = await befriend(sam)
  const before = await quote(olga, paid)
  const agreed = await act(sam, await request(olga, draft), 'accept')
  expect((await quote(olga, paid)).total).toBe(before.total)
  deps.clock.set(addHours(new Date(agreed.startsAt), -2))
  await act(sam, agreed, 'cancel_by_sitter', { reason: 'I am ill.' })
  const days = db.selectFrom('sitter_day').selectAll().where('used', '>', 0)
  expect(await days.execute()).toEqual([])
  expect(await findContacts(db, sitterId, 10)).toEqual([])
  expect(await findClientCounts(db, sitterId, null)).toEqual({ clients: 0, repeatClients: 0, bookings: 0 })
  expect(await findReliability(db, sitterId, 7)).toEqual({ bookings: 0, lateCancellations: 0 })
  await expectInvariants(deps)
})

test('only current friends can be quoted for free, but an earlier request can still be accepted', async () => {
  const { sitterId, rex, befriend, leave, quote, show, act, request } = await setup()
  const { id, draft } = await befriend(eve)
  expect(await refusalOf(quote(olga, { ...draft, sitterId }))).toMatchObject({ code: 'sitter-not-found' })
  expect(await refusalOf(quote(sam, { ...draft, petIds: [rex] }))).toMatchObject({ code: 'sitter-not-found' })
  expect(await refusalOf(quote(null, draft))).toMatchObject({ code: 'sitter-not-found' })
  expect(await refusalOf(quote(olga, { ...draft, circle: false }))).toMatchObject({
    code: 'sitter-not-found',
  })
  const requested = await request(olga, draft)
  await leave(eve, id)
  expect((await show(olga)).friends).toEqual([])
  expect(await refusalOf(quote(olga, draft))).toMatchObject({ code: 'sitter-not-found' })
  expect(await act(eve, requested, 'accept')).toMatchObject({ status: 'confirmed' })
})

test('erasing an account deletes its circle memberships', async () => {
  const { db, deps, befriend } = await setup()
  await befriend(eve)
  await deleteCircleOf(deps, eve.accountId)
  expect(await db.selectFrom('circle_member').selectAll().execute()).toEqual([])
})
