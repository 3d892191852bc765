import { makeAddress } from '#server/bookings/calendar-commands.ts'
import { changeHousehold, discloseHousehold } from '#server/households/commands.ts'
import { type Db, inTransaction } from '#server/kernel/db.ts'
import type { Deps, Viewer } from '#server/kernel/deps.ts'
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

/** Homes of the introduced owners, one of which a sitter has looked at, and a calendar that can be read elsewhere. */
export const foundHomes = (deps: Deps): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    await store.lockPart(tx, part)
    if (await store.isFounded(tx, part)) return
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
    await store.notePart(tx, part, deps.now())
  })
