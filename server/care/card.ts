import type { CareEntry, CareTask } from '#contract/care/report-cards.ts'
import { minutesBetween } from '#server/care/shortfall.ts'

/** A stored entry: the data from the device, and when the server received it. */
export type Told = { entry: CareEntry; receivedAt: Date }
type Kind = CareEntry['kind']
type Of<K extends Kind> = { entry: Extract<CareEntry, { kind: K }>; receivedAt: Date }

const isOf =
  <K extends Kind>(kind: K) =>
  (told: Told): told is Of<K> =>
    told.entry.kind === kind

/** Orders by the device's clock; entries of the same moment are ordered by id, so that every device shows the same. */
const byTime = (a: Told, b: Told): number =>
  Date.parse(a.entry.happenedAt) - Date.parse(b.entry.happenedAt) || (a.entry.id < b.entry.id ? -1 : 1)

/**
 * Returns the entries that count, in the order in which they happened: each id once, and without withdrawn ones. The
 * result does not depend on the order in which entries arrived or how often.
 */
export function standing(all: readonly Told[]): Told[] {
  const once = new Map<string, Told>()
  for (const told of all) if (!once.has(told.entry.id)) once.set(told.entry.id, told)
  const withdrawn = new Set([...once.values()].filter(isOf('withdraw')).map(({ entry }) => entry.entryId))
  return [...once.values()]
    .filter(({ entry }) => entry.kind !== 'withdraw' && !withdrawn.has(entry.id))
    .sort(byTime)
}

const last = <T>(found: readonly T[]): T | undefined => found.at(-1)

export type Card = {
  arrived: Of<'arrive'> | undefined
  left: Of<'leave'> | undefined
  actualMinutes: number | null
  done: Map<string, Of<'task'>>
  pee: Of<'toilet'>[]
  poo: Of<'toilet'>[]
  moods: Map<string, Of<'mood'>>
  food: Map<string, Of<'food'>>
  notes: Of<'note'>[]
  photos: Of<'photo'>[]
  routes: Of<'route'>[]
  incident: Of<'incident'> | undefined
}

/**
 * Builds the card of one unit from the entries that count. The first arrival and the last departure count; of a tick,
 * mood or bowl the latest entry counts.
 */
export function cardOf(told: readonly Told[], unit: number): Card {
  const own = told.filter(({ entry }) => 'unit' in entry && entry.unit === unit)
  const arrived = own.find(isOf('arrive'))
  const left = last(own.filter(isOf('leave')))
  const tasks = new Map(own.filter(isOf('task')).map((one) => [one.entry.task, one]))
  return {
    arrived,
    left,
    actualMinutes:
      arrived && left
        ? minutesBetween(new Date(arrived.entry.happenedAt), new Date(left.entry.happenedAt))
        : null,
    done: new Map([...tasks].filter(([, { entry }]) => entry.done)),
    pee: own.filter(isOf('toilet')).filter(({ entry }) => entry.what === 'pee'),
    poo: own.filter(isOf('toilet')).filter(({ entry }) => entry.what === 'poo'),
    moods: new Map(own.filter(isOf('mood')).map((one) => [one.entry.petId, one])),
    food: new Map(own.filter(isOf('food')).map((one) => [one.entry.petId, one])),
    notes: own.filter(isOf('note')),
    photos: own.filter(isOf('photo')),
    routes: own.filter(isOf('route')),
    incident: last(own.filter(isOf('incident'))),
  }
}

/** Returns the last protocol of each handover moment, in chronological order. */
export function handoversOf(told: readonly Told[]): Of<'handover'>[] {
  const found = new Map(told.filter(isOf('handover')).map((one) => [one.entry.moment, one]))
  return [...found.values()].sort(byTime)
}

/** Adds ticked tasks that are no longer on the care sheet, with a label taken from their key. */
export function withEarlier(tasks: readonly CareTask[], { done }: Card): CareTask[] {
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
