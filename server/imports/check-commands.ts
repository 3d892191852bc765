import { isDeepStrictEqual } from 'node:util'
import type { ImportKind, ImportOutcome } from '#contract/staff/codes.ts'
import type { Entry, Fault } from '#server/imports/csv.ts'
import { type Read, readSitterRow, readStayRow, type SitterData, type StayData } from '#server/imports/row.ts'
import * as store from '#server/imports/store.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { currentSettings } from '#server/settings/commands.ts'

/** A row with what would become of it. */
export type CheckedRow = {
  line: number
  externalId: string
  ofId: string | null
  email: string | null
  outcome: ImportOutcome
  faults: Fault[]
  data: unknown
}

type Known = Map<string, store.RowInForce>
const inForceById = async (deps: Deps, kind: ImportKind, ids: readonly string[]): Promise<Known> =>
  new Map((await store.findInForce(deps.db, kind, [...new Set(ids)])).map((row) => [row.external_id, row]))

const takenOver = 'The person has taken this profile over. Only they change it now.'

/** Says of each row what would happen, without changing anything. */
export const checkEntries = (
  deps: Deps,
  kind: ImportKind,
  entries: readonly Entry[],
): Promise<CheckedRow[]> => (kind === 'sitters' ? checkSitters(deps, entries) : checkStays(deps, entries))

const currencyDigits = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

async function checkSitters(deps: Deps, entries: readonly Entry[]): Promise<CheckedRow[]> {
  const { settings } = await currentSettings(deps.db)
  const digits = currencyDigits(settings.currency)
  const rows = entries.map((entry) => ({ line: entry.line, ...readSitterRow(entry, digits) }))
  await placeTowns(deps, rows)
  const emails = rows.flatMap(({ email }) => email ?? [])
  const known = await inForceById(
    deps,
    'sitters',
    rows.map(({ externalId }) => externalId),
  )
  const withProfile = new Set(await store.findEmailsOfSitters(deps.db, emails))
  const waiting = new Map(
    (await store.findWaitingEmails(deps.db, emails)).map((row) => [row.email, row.external_id]),
  )
  const seen = new Set<string>()
  return rows.map((row) => checkSitter(row, { known, withProfile, waiting, seen }))
}

type SitterRow = ReturnType<typeof readSitterRow> & { line: number }
type SitterKnowledge = {
  known: Known
  /** Addresses of people who have a profile here. */
  withProfile: ReadonlySet<string>
  /** Ids elsewhere of the addresses that wait already. */
  waiting: ReadonlyMap<string | null, string>
  /** Ids and addresses of earlier rows. */
  seen: Set<string>
}

function checkSitter(row: SitterRow, { known, withProfile, waiting, seen }: SitterKnowledge): CheckedRow {
  const { line, externalId, email, faults, data } = row
  const before = known.get(externalId)
  const report = (column: string | null, message: string) => faults.push({ column, message })
  if (seen.has(externalId)) report('external_id', 'An earlier row has the same id. Keep one of them.')
  if (email !== null && seen.has(`mailto:${email}`))
    report('email', 'An earlier row has the same address. Every person needs an address of their own.')
  seen.add(externalId).add(`mailto:${email}`)
  if (before?.accepted_at) report(null, takenOver)
  else if (email !== null && withProfile.has(email))
    report('email', 'Somebody with this address has a sitter profile here already. Leave the row out.')
  else reportWaiting(waiting.get(email), externalId, report)
  const isSame = before !== undefined && before.email === email && isDeepStrictEqual(before.data, plain(data))
  return { line, externalId, ofId: null, email, faults, data, outcome: outcomeOf(faults, before, isSame) }
}

function reportWaiting(
  waitsAs: string | undefined,
  externalId: string,
  report: (column: string, message: string) => void,
): void {
  if (waitsAs !== undefined && waitsAs !== externalId)
    report('email', `This address waits already under the id ${waitsAs}. Use that id.`)
}

/** Values as they are stored. */
const plain = (data: unknown): unknown => JSON.parse(JSON.stringify(data))

function outcomeOf(faults: readonly Fault[], before: unknown, isSame: boolean): ImportOutcome {
  if (faults.length > 0) return 'refused'
  if (before === undefined) return 'create'
  return isSame ? 'same' : 'change'
}

/** Gives each profile the place of its town. */
async function placeTowns(deps: Deps, rows: readonly Read<SitterData>[]): Promise<void> {
  const placed = rows.filter(({ data }) => data !== null && data.town !== '')
  const names = new Map(
    placed.map(({ data }) => [keyOf(data!), { name: data!.town, country: data!.country }]),
  )
  const found = await store.findTowns(deps.db, [...names.values()])
  const ids = new Map(found.map(({ id, name, country }) => [keyOf({ town: name, country }), id]))
  for (const row of placed) {
    const id = ids.get(keyOf(row.data!))
    if (id !== undefined) row.data!.profile.placeId = id
    else
      row.faults.push({
        column: 'town',
        message: `There is no town called ${row.data!.town} in ${row.data!.country}. Write it as it is written there, or leave it out.`,
      })
  }
}

const keyOf = ({ town, country }: Pick<SitterData, 'town' | 'country'>): string => `${country} ${town}`

/** Hours by which the day begins later in the westernmost time zone than in UTC. */
const westernmostHours = 12

async function checkStays(deps: Deps, entries: readonly Entry[]): Promise<CheckedRow[]> {
  const today = new Date(deps.now().getTime() - westernmostHours * 3_600_000).toISOString().slice(0, 10)
  const rows = entries.map((entry) => ({ line: entry.line, ...readStayRow(entry, today) }))
  const known = await inForceById(
    deps,
    'stays',
    rows.map(({ externalId }) => externalId),
  )
  const sitters = await inForceById(
    deps,
    'sitters',
    rows.map(({ sitter }) => sitter),
  )
  const seen = new Set<string>()
  return rows.map((row) => checkStay(row, { known, sitters, seen }))
}

type StayRow = Read<StayData> & { line: number; sitter: string }
type Knowledge = { known: Known; sitters: Known; seen: Set<string> }

function checkStay(
  { line, externalId, sitter, faults, data }: StayRow,
  { known, sitters, seen }: Knowledge,
): CheckedRow {
  const before = known.get(externalId)
  const report = (column: string, message: string) => faults.push({ column, message })
  if (seen.has(externalId)) report('external_id', 'An earlier row has the same id. Keep one of them.')
  seen.add(externalId)
  const owner = sitters.get(sitter)
  if (!owner && sitter !== '')
    report(
      'sitter',
      `No imported sitter has the id ${sitter}. Import the sitters first, and carry the import out.`,
    )
  if (owner?.accepted_at)
    report(
      'sitter',
      'This person has taken the profile over and keeps the calendar now. They can connect another calendar there.',
    )
  const isSame =
    before !== undefined && before.of_id === sitter && isDeepStrictEqual(before.data, plain(data))
  return {
    line,
    externalId,
    ofId: sitter,
    email: null,
    faults,
    data,
    outcome: outcomeOf(faults, before, isSame),
  }
}
