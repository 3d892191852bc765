import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import * as contract from '#contract/blocks.ts'
import * as messages from '#contract/messages.ts'
import { isBlocked } from '#server/blocks/commands.ts'
import type { Viewer } from '#server/kernel/deps.ts'
import { bookingFixture, refusalOf, send, weekend } from '#test/booking-fixture.ts'
import { eve, olga, sam } from '#test/cast.ts'

async function setup() {
  const fixture = await bookingFixture()
  const { deps } = fixture
  const block = (viewer: Viewer, other: Viewer) =>
    send(deps, contract.addBlock, viewer, { body: { accountId: other.accountId } })
  const unblock = (viewer: Viewer, other: Viewer) =>
    send(deps, contract.removeBlock, viewer, { params: { accountId: other.accountId } })
  const list = async (viewer: Viewer) =>
    (await send(deps, contract.listBlocks, viewer, {})).items.map(({ name }) => name)
  const begin = (viewer: Viewer, body: { sitterId: string } | { bookingId: string }) =>
    send(deps, messages.beginConversation, viewer, { body })
  const say = (viewer: Viewer, conversationId: string) =>
    send(deps, messages.sendMessage, viewer, {
      params: { conversationId },
      body: { clientId: randomUUID(), text: 'Hello' },
    })
  return { ...fixture, block, unblock, list, begin, say }
}

test('a block stops messages in both directions until it is removed', async () => {
  const { db, block, unblock, begin, say, list, sitterId } = await setup()
  const { id } = await begin(olga, { sitterId })
  await say(olga, id)
  await block(sam, olga)
  await block(sam, olga)
  expect(await list(sam)).toEqual(['Olga'])
  expect(await isBlocked(db, olga.accountId, sam.accountId)).toBe(true)
  expect(await refusalOf(say(sam, id))).toMatchObject({ code: 'person-blocked' })
  expect(await refusalOf(say(olga, id))).toMatchObject({
    code: 'person-unavailable',
    detail: 'Sam cannot be reached at the moment. Nothing was sent.',
  })
  expect((await begin(olga, { sitterId })).state).toBe('unavailable')
  await unblock(sam, olga)
  await unblock(sam, olga)
  expect(await list(sam)).toEqual([])
  await say(olga, id)
})

test('a block by either side refuses new requests and the acceptance of an open one, but not a decline', async () => {
  const { block, unblock, request, act, sitterId, rex } = await setup()
  const draft = weekend({ sitterId, rex })
  const open = await request(olga, draft)
  await block(olga, sam)
  expect(await refusalOf(request(olga, draft))).toMatchObject({ code: 'person-blocked' })
  expect(await refusalOf(act(sam, open, 'accept'))).toMatchObject({ code: 'person-unavailable' })
  await unblock(olga, sam)
  await block(sam, olga)
  expect(await refusalOf(request(olga, draft))).toMatchObject({ code: 'person-unavailable' })
  expect(await refusalOf(act(sam, open, 'accept'))).toMatchObject({ code: 'person-blocked' })
  expect(await act(sam, open, 'decline', { reason: 'other' })).toMatchObject({ status: 'declined' })
})

test('a confirmed booking can still be checked in after a block', async () => {
  const { deps, block, request, act, show, sitterId, rex } = await setup()
  const booking = await request(olga, weekend({ sitterId, rex }))
  await act(sam, booking, 'accept')
  await block(olga, sam)
  deps.clock.set(new Date('2026-12-11T15:00:00Z'))
  const running = await act(sam, await show(sam, booking), 'check_in')
  expect(running.status).toBe('in_progress')
})

test('blocking a person without prior contact is refused like blocking an account that does not exist', async () => {
  const { block, begin, sitterId } = await setup()
  const nobody = { ...eve, accountId: randomUUID() }
  expect(await refusalOf(block(olga, sam))).toEqual(await refusalOf(block(olga, nobody)))
  await begin(olga, { sitterId })
  expect(await refusalOf(block(olga, sam))).toEqual(await refusalOf(block(olga, nobody)))
  expect(await refusalOf(block(olga, olga))).toMatchObject({ code: 'account-not-found' })
})
