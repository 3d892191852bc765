import type { EndpointResponse } from '#contract/endpoint.ts'
import { recordOf } from '#contract/entries.ts'
import { type HouseholdField, householdFields } from '#contract/households/codes.ts'
import type { Disclosure, Household, HouseholdInput, viewHousehold } from '#contract/households/households.ts'
import * as store from '#server/households/store.ts'
import { viewDisclosure, viewViews } from '#server/households/view.ts'
import { disclosureOf } from '#server/households/window.ts'
import { firstName } from '#server/households/words.ts'
import { fieldsInWords } from '#server/households/words.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, TxDeps, Viewer } from '#server/kernel/deps.ts'
import { newId } from '#server/kernel/ids.ts'
import { Problem } from '#server/kernel/problem.ts'
import { seal, type SealKeys, tryUnseal } from '#server/kernel/seal.ts'
import { notify } from '#server/notices/commands.ts'

/** Binds a sealed value to its row and column: it can be unsealed only there. */
export const sealContextOf = (accountId: string, field: HouseholdField): string =>
  `household.${field}:${accountId}`

type Row = Awaited<ReturnType<typeof store.findHousehold>>

/** Unseals each field; null if it is stored but cannot be unsealed, because the secret has changed. */
function unsealAll(
  { site, log }: Pick<Deps, 'site' | 'log'>,
  row: Row,
): Record<HouseholdField, string | null> {
  const values = recordOf(householdFields, (field) => (row ? unsealField(site, row, field) : ''))
  const unreadable = unreadableOf(values)
  if (unreadable.length > 0)
    log.warn({ accountId: row?.account_id, fields: unreadable }, 'a household cannot be opened')
  return values
}

/** Seals each field for this account; an empty one, and one that could not be unsealed, is none. */
function sealAll(
  keys: SealKeys,
  accountId: string,
  values: Readonly<Record<HouseholdField, string | null>>,
): store.Sealed {
  const sealed = (field: HouseholdField) => {
    const value = values[field]
    return value ? seal(keys, sealContextOf(accountId, field), value) : null
  }
  return {
    address: sealed('address'),
    entry: sealed('entry'),
    door_code: sealed('doorCode'),
    alarm: sealed('alarm'),
    cameras: sealed('cameras'),
    emergency: sealed('emergency'),
    absence: sealed('absence'),
  }
}

export function unsealField(keys: SealKeys, row: NonNullable<Row>, field: HouseholdField): string | null {
  const sealed = row[store.columnOf[field]]
  return sealed ? tryUnseal(keys, sealContextOf(row.account_id, field), sealed) : ''
}

const unreadableOf = (values: Record<HouseholdField, string | null>): HouseholdField[] =>
  householdFields.filter((field) => values[field] === null)

const requireOwnAccount = ({ accountId: mine }: Viewer, accountId: string): string => {
  if (accountId.toLowerCase() !== mine) throw new Problem('account-not-found')
  return mine
}

export async function readHousehold(deps: Deps, viewer: Viewer, accountId: string): Promise<Household> {
  const id = requireOwnAccount(viewer, accountId)
  const [row, views] = [
    await store.findHousehold(deps.db, id),
    await store.findViews(deps.db, { ownerId: id }),
  ]
  const values = unsealAll(deps, row)
  const value = (field: HouseholdField) => values[field] ?? ''
  return {
    id,
    version: row?.version ?? 0,
    address: value('address'),
    entry: value('entry'),
    doorCode: value('doorCode'),
    alarm: value('alarm'),
    cameras: value('cameras'),
    emergency: value('emergency'),
    absence: value('absence'),
    unreadable: unreadableOf(values),
    views: viewViews(views),
  }
}

export function changeHousehold(
  deps: Deps,
  viewer: Viewer,
  accountId: string,
  { version, ...values }: HouseholdInput,
): Promise<Household> {
  return ensureTransaction(deps, async (deps) => {
    const id = requireOwnAccount(viewer, accountId)
    const current = (await store.lockHousehold(deps.db, id))?.version ?? 0
    const row = sealAll(deps.site, id, values)
    const isSaved =
      version === current && (await store.saveHousehold(deps.db, id, row, { version, at: deps.now() }))
    if (!isSaved)
      throw new Problem('version-stale', {
        detail: 'Read it again and repeat your change.',
        version: current,
      })
    return readHousehold(deps, viewer, id)
  })
}

/** Seals the codes of one account anew for another, unless that one has its own; the first one then has none. */
export async function moveHousehold(
  deps: TxDeps,
  { from, into }: { from: string; into: string },
): Promise<void> {
  const row = await store.findHousehold(deps.db, from)
  if (!row) return
  if (!(await store.findHousehold(deps.db, into))) {
    const sealed = sealAll(deps.site, into, unsealAll(deps, row))
    await store.saveHousehold(deps.db, into, sealed, { version: 0, at: deps.now() })
  }
  await store.deleteHousehold(deps.db, from)
}

async function loadDisclosure(deps: Deps, { accountId }: Viewer, bookingId: string) {
  const booking = await store.findBooking(deps.db, bookingId, accountId)
  if (!booking) throw new Problem('booking-not-found')
  const disclosed = disclosureOf(booking, deps.now())
  const row = await store.findHousehold(deps.db, booking.ownerId)
  const values = unsealAll(deps, row)
  const storedFields = householdFields.filter(
    (field) => disclosed.fields.includes(field) && values[field] !== '',
  )
  const unreadable = storedFields.filter((field) => values[field] === null)
  return {
    booking,
    disclosed,
    values,
    fields: storedFields.filter((field) => values[field] !== null),
    unreadable,
  }
}

/** Returns when and which fields are disclosed, for the two parties of a booking; the values stay sealed. */
export async function readDisclosure(deps: Deps, viewer: Viewer, bookingId: string): Promise<Disclosure> {
  const { disclosed, fields, unreadable } = await loadDisclosure(deps, viewer, bookingId)
  return viewDisclosure(disclosed, { fields, unreadable }, await store.findViews(deps.db, { bookingId }))
}

/**
 * Discloses the values to the sitter. The view is logged and the owner notified in the same transaction, so nothing is
 * shown that was not logged.
 */
export function discloseHousehold(
  deps: Deps,
  viewer: Viewer,
  bookingId: string,
): Promise<EndpointResponse<typeof viewHousehold>> {
  return ensureTransaction(deps, async (deps) => {
    const { booking, disclosed, values, fields } = await loadDisclosure(deps, viewer, bookingId)
    if (booking.sitterAccountId !== viewer.accountId) throw new Problem('booking-not-found')
    const { state, opensAt, closesAt } = disclosed
    if (state !== 'open' || !closesAt)
      throw new Problem('household-hidden', {
        detail: 'They are shown from 24 hours before the start until 2 hours after the end.',
        opensAt: opensAt?.toISOString() ?? null,
        closesAt: closesAt?.toISOString() ?? null,
      })
    if (fields.length > 0) await logView(deps, booking, viewer, fields)
    const shown = fields.map((field) => ({ field, value: values[field] ?? '' }))
    return { values: shown, closesAt: closesAt.toISOString() }
  })
}

async function logView(
  deps: TxDeps,
  { id: bookingId, ownerId, sitterName }: store.HomeRow,
  viewer: Viewer,
  fields: HouseholdField[],
): Promise<void> {
  const at = deps.now()
  await store.insertView(deps.db, {
    id: newId(at),
    ownerId,
    bookingId,
    viewerId: viewer.accountId,
    fields,
    at,
  })
  await notify(deps, {
    accountId: ownerId,
    kind: 'household-viewed',
    title: `${firstName(sitterName)} has looked at ${fieldsInWords(fields)}`,
    path: `/account/bookings/${bookingId}`,
    subjectId: bookingId,
  })
}

export const deleteHouseholdOf = (deps: Deps, accountId: string): Promise<void> =>
  ensureTransaction(deps, async ({ db }) => {
    await store.deleteHousehold(db, accountId)
  })

export const deleteOldViews = (deps: Pick<Deps, 'db'>, before: Date, limit: number): Promise<number> =>
  ensureTransaction(deps, ({ db }) => store.deleteViews(db, before, limit))
