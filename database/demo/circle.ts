import { requestBooking } from '#server/bookings/begin/request-commands.ts'
import { moveBooking } from '#server/bookings/commands.ts'
import { calculateQuote } from '#server/bookings/quote/commands.ts'
import { invitationToken } from '#server/circle/invitation.ts'
import { inviteFriend, joinCircle } from '#server/circle/member-commands.ts'
import { addDays, localOf } from '#server/kernel/day.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import type { SeedDeps } from './actions.ts'
import * as store from './store.ts'
import { viewerNamed } from './viewer.ts'

const part = 'circle'
const walkAheadDays = 9

/** Olga’s neighbour Rui is in her care circle and walks Rex for free; her sister has an open invitation. */
export const seedCircle = (deps: SeedDeps): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    await store.lockPart(tx, part)
    if (await store.isSeeded(tx, part)) return
    const inTx = { ...deps, db: tx, enqueue: async () => {} }
    const [olga, rui] = [await viewerNamed(tx, 'Olga'), await viewerNamed(tx, 'Rui')]
    const { id } = await inviteFriend(inTx, olga, 'Rui next door')
    await joinCircle(inTx, rui, { token: invitationToken(id, deps.site.secret), timeZone: 'Europe/Lisbon' })
    await inviteFriend(inTx, olga, 'My sister')
    const draft = {
      sitterId: await store.findSitterOf(tx, rui.accountId),
      service: 'dog_walking' as const,
      visits: [{ on: addDays(localOf(deps.now(), 'Europe/Lisbon').on, walkAheadDays), time: '18:00' }],
      petIds: [(await store.findPetNamed(tx, olga.accountId, 'Rex')).id],
      addOns: [],
      circle: true,
    }
    const { quoteHash } = await calculateQuote(inTx, olga, draft)
    const walk = await requestBooking(inTx, olga, {
      ...draft,
      quoteHash,
      event: 'request',
      message: 'I am in late that day. Would you take Rex round the block?',
    })
    await moveBooking(inTx, rui, { id: walk.id, version: walk.version, event: 'accept' })
    await store.notePart(tx, part, deps.now())
  })
