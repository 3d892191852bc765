import { makeAddress } from '#server/bookings/papers/calendar-commands.ts'
import { addFeed } from '#server/calendar/feed-commands.ts'
import { readFeedById } from '#server/calendar/feed-read-commands.ts'
import { changeHousehold, discloseHousehold } from '#server/households/commands.ts'
import { addDays, addHours, localOf } from '#server/kernel/day.ts'
import { type Db } from '#server/kernel/db/db.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, Viewer } from '#server/kernel/deps.ts'
import { readOwnSitter } from '#server/sitters/commands.ts'
import { castEmail } from './people.ts'
import * as store from './store.ts'

const part = 'homes'

const viewerOf = async (db: Db, name: string): Promise<Viewer> => {
  const { id, external_id: uid, email } = await store.findByEmail(db, castEmail(name))
  return { uid, email, emailVerified: true, authTime: 0, accountId: id, roles: [] }
}

const empty = {
  address: '',
  entry: '',
  doorCode: '',
  alarm: '',
  cameras: '',
  emergency: '',
  absence: '',
  version: 0,
}

/**
 * Home sheets of the introduced owners, one of which a sitter has opened, an exported calendar, and an imported one.
 */
export const seedHomes = (deps: Deps): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    await store.lockPart(tx, part)
    if (await store.isSeeded(tx, part)) return
    const inTx: Deps = { ...deps, db: tx, enqueue: async () => {} }
    const [olga, rui, mateus, ines] = [
      await viewerOf(tx, 'Olga'),
      await viewerOf(tx, 'Rui'),
      await viewerOf(tx, 'Mateus'),
      await viewerOf(tx, 'Inês'),
    ]
    await changeHousehold(inTx, olga, olga.accountId, {
      ...empty,
      address: 'Rua das Flores 12, second floor left',
      entry: 'The street door sticks: pull it, then turn the key.',
      doorCode: '2580 and the bell',
      cameras: 'One above the letter box, outside.',
      emergency: 'My sister Nora, 00351 000 000 001',
    })
    await changeHousehold(inTx, rui, rui.accountId, {
      ...empty,
      address: 'Travessa do Sol 3',
      emergency: 'My neighbour Ilda, 00351 000 000 002. She knows Miso and the vet.',
    })
    const running = await store.findRunning(tx, rui.accountId, mateus.accountId)
    if (running) await discloseHousehold(inTx, mateus, running)
    await makeAddress(inTx, ines, ines.accountId)
    await importRota(inTx, ines)
    await store.notePart(tx, part, deps.now())
  })

const rota = { name: 'choir-and-rota.ics', weeksAhead: [9, 12, 15] }

/** Imports a calendar from a file, because a URL would need a server that only the demo has. */
async function importRota(deps: Deps, sitter: Viewer): Promise<void> {
  const dayOf = (weeks: number) => localOf(addHours(deps.now(), weeks * 7 * 24), 'UTC').on
  const events = rota.weeksAhead.map((weeks) => {
    const compact = (on: string) => on.replaceAll('-', '')
    const [from, to] = [dayOf(weeks), addDays(dayOf(weeks), 2)]
    return [
      'BEGIN:VEVENT',
      `UID:rota-${weeks}@demo.example`,
      `DTSTART;VALUE=DATE:${compact(from)}`,
      `DTEND;VALUE=DATE:${compact(to)}`,
      'SUMMARY:Choir',
      'END:VEVENT',
    ]
  })
  const text = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//demo//rota//EN',
    ...events.flat(),
    'END:VCALENDAR',
    '',
  ]
  const { id: sitterId } = await readOwnSitter(deps, sitter.accountId, sitter)
  const { items } = await addFeed(deps, sitter, sitterId, {
    name: 'Choir and rota',
    blocks: 'days',
    services: null,
    address: null,
    file: { name: rota.name, text: text.join('\r\n') },
  })
  await readFeedById(deps, items.at(-1)!.id)
}
