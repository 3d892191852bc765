import { randomUUID } from 'node:crypto'
import { addHours, localOf } from '#server/kernel/day.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { endPage, reportLost, reportSighting } from '#server/lost/commands.ts'
import type { SeedDeps } from './actions.ts'
import * as store from './store.ts'
import { viewerNamed } from './viewer.ts'

const part = 'lost'

/** Eve's cat is lost and has been sighted; Olga's Pip came home the day before yesterday. */
export const seedLostPets = (deps: SeedDeps): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    await store.lockPart(tx, part)
    if (await store.isSeeded(tx, part)) return
    const hoursAgo = (hours: number): Deps => {
      const at = addHours(deps.now(), -hours)
      return { ...deps, db: tx, enqueue: async () => {}, now: () => at }
    }
    const [eve, olga] = [await viewerNamed(tx, 'Eve'), await viewerNamed(tx, 'Olga')]
    const poe = await store.findPetNamed(tx, eve.accountId, 'Poe')
    const words = {
      place: 'The stairs behind the tram stop',
      marks: 'All black but for a white spot under the chin. Wears a red collar with a bell.',
      behaviour: 'Shy of men with hats. Comes for the rattle of a tin.',
      doNotChase: true,
      reward: 'A dinner at my place',
      showsPhone: false,
    }
    const { on: lostOn, time: lostTime } = localOf(addHours(deps.now(), -20), 'Europe/Lisbon')
    const { page } = await reportLost(hoursAgo(19), eve, poe.id, { ...words, lostOn, lostTime })
    const seen = 'A black cat with a bell sat under the parked van in front of the bakery, about an hour ago.'
    const sighting = { id: randomUUID(), words: seen, contact: 'At the bakery, ask for Zé' }
    await reportSighting(hoursAgo(3), page!.code, sighting, '127.0.0.1')
    const pip = await store.findPetNamed(tx, olga.accountId, 'Pip')
    await reportLost(hoursAgo(60), olga, pip.id, { ...words, place: 'The dog park', marks: '', reward: '' })
    await endPage(hoursAgo(50), olga, pip.id, true)
    await store.notePart(tx, part, deps.now())
  })
