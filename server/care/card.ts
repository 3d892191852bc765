import type { CareEntry, CareTask } from '#contract/care/report-cards.ts'
import { minutesBetween } from '#server/care/shortfall.ts'

/** A stored entry: the data from the device, and when the server received it. */
export type StoredEntry = { entry: CareEntry; receivedAt: Date }
type Kind = CareEntry['kind']
type StoredEntryOf<K extends Kind> = { entry: Extract<CareEntry, { kind: K }>; receivedAt: Date }

const isOfKind =
  <K extends Kind>(kind: K) =>
  (stored: StoredEntry): stored is StoredEntryOf<K> =>
    stored.entry.kind === kind

/** Orders by the device's clock; entries of the same moment are ordered by id, so that every device shows the same. */
const byTime = (a: StoredEntry, b: StoredEntry): number =>
  Date.parse(a.entry.happenedAt) - Date.parse(b.entry.happenedAt) || (a.entry.id < b.entry.id ? -1 : 1)

/**
 * Returns the entries that count, in the order in which they happened: each id once, and without withdrawn ones. The
 * result does not depend on the order in which entries arrived or how often.
 */
export function effectiveEntries(all: readonly StoredEntry[]): StoredEntry[] {
  const once = new Map<string, StoredEntry>()
  for (const stored of all) if (!once.has(stored.entry.id)) once.set(stored.entry.id, stored)
  const withdrawn = new Set([...once.values()].filter(isOfKind('withdraw')).map(({ entry }) => entry.entryId))
  return [...once.values()]
    .filter(({ entry }) => entry.kind !== 'withdraw' && !withdrawn.has(entry.id))
    .sort(byTime)
}

const last = <T>(found: readonly T[]): T | undefined => found.at(-1)

export type Card = {
  arrived: StoredEntryOf<'arrive'> | undefined
  left: StoredEntryOf<'leave'> | undefined
  actualMinutes: number | null
  done: Map<string, StoredEntryOf<'task'>>
  pee: StoredEntryOf<'toilet'>[]
  poo: StoredEntryOf<'toilet'>[]
  moods: Map<string, StoredEntryOf<'mood'>>
  food: Map<string, StoredEntryOf<'food'>>
  notes: StoredEntryOf<'note'>[]
  photos: StoredEntryOf<'photo'>[]
  routes: StoredEntryOf<'route'>[]
  incident: StoredEntryOf<'incident'> | undefined
}

/**
 * Builds the card of one unit from the entries that count. The first arrival and the last departure count; of a tick,
 * mood or bowl the latest entry counts.
 */
export function cardOf(entries: readonly StoredEntry[], unit: number): Card {
  const own = entries.filter(({ entry }) => 'unit' in entry && entry.unit === unit)
  const arrived = own.find(isOfKind('arrive'))
  const left = last(own.filter(isOfKind('leave')))
  const tasks = new Map(own.filter(isOfKind('task')).map((one) => [one.entry.task, one]))
  return {
    arrived,
    left,
    actualMinutes:
      arrived && left
        ? minutesBetween(new Date(arrived.entry.happenedAt), new Date(left.entry.happenedAt))
        : null,
    done: new Map([...tasks].filter(([, { entry }]) => entry.done)),
    pee: own.filter(isOfKind('toilet')).filter(({ entry }) => entry.what === 'pee'),
    poo: own.filter(isOfKind('toilet')).filter(({ entry }) => entry.what === 'poo'),
    moods: new Map(own.filter(isOfKind('mood')).map((one) => [one.entry.petId, one])),
    food: new Map(own.filter(isOfKind('food')).map((one) => [one.entry.petId, one])),
    notes: own.filter(isOfKind('note')),
    photos: own.filter(isOfKind('photo')),
    routes: own.filter(isOfKind('route')),
    incident: last(own.filter(isOfKind('incident'))),
  }
}

/** Returns the last protocol of each handover moment, in chronological order. */
export function handoversOf(entries: readonly StoredEntry[]): StoredEntryOf<'handover'>[] {
  const found = new Map(entries.filter(isOfKind('handover')).map((one) => [one.entry.moment, one]))
  return [...found.values()].sort(byTime)
}

/** Adds ticked tasks that are no longer on the care sheet, with a label taken from their key. */
export function withRemovedTasks(tasks: readonly CareTask[], { done }: Card): CareTask[] {
  const known = new Set(tasks.map(({ key }) => key))
  const earlier = [...done.keys()].filter((key) => !known.has(key)).map(taskOfKey)
  return [...tasks, ...earlier.filter((task) => task !== null)]
}

const kinds: readonly string[] = ['feed', 'water', 'walk', 'meds', 'litter'] satisfies CareTask['kind'][]
const isKind = (kind: string): kind is CareTask['kind'] => kinds.includes(kind)

function taskOfKey(key: string): CareTask | null {
  const [petId, kind, ...rest] = key.split('|')
  const time = rest.at(-1)
  if (!petId || !kind || !isKind(kind) || !time) return null
  return {
    key,
    kind,
    petId,
    petName: '',
    label: rest.slice(0, -1).join(' '),
    time: /^\d\d:\d\d$/.test(time) ? time : null,
    dose: '',
  }
}
