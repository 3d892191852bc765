import { createPromoCode } from '#contract/bookings/promo-codes.ts'
import { grantRole } from '#server/accounts/role-commands.ts'
import { createPromo } from '#server/bookings/quote/promo-commands.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import { createActions, type SeedDeps } from './actions.ts'
import { demoPromoCode } from './cast.ts'
import { castEmail } from './people.ts'
import * as store from './store.ts'

const part = 'desk'

const ada = {
  firstName: 'Ada',
  name: 'Ada Teixeira',
  email: castEmail('Ada'),
  phoneNumber: '+3510012345678',
  location: 'Chiado, Lisbon',
  neighbourhood: 'Chiado',
  lat: 38.7107,
  lng: -9.1427,
}

const welcome = createPromoCode.body.parse({
  code: demoPromoCode,
  percent: 10,
  paidBy: 'platform',
  firstBookingOnly: true,
  budget: 500_00,
  note: 'For everybody who has not booked yet',
})

/**
 * Creates the owner of the instance, who also decides cases, and a promo code. Never on an instance that others can
 * reach, because the password is publicly known.
 */
export const seedOperator = (deps: SeedDeps): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    await store.lockPart(tx, part)
    if (await store.isSeeded(tx, part)) return
    const own = { ...deps, db: tx, enqueue: async () => {} }
    const viewer = await createActions(own).join({ person: ada })
    await grantRole(own, viewer.uid, 'operator')
    await grantRole(own, viewer.uid, 'instance_owner')
    await createPromo(own, { viewer: { ...viewer, roles: ['operator'] }, ip: '127.0.0.1' }, welcome)
    await store.notePart(tx, part, deps.now())
  })
