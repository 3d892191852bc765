import type { CareEntryInput, ReportCard, ReportCards } from '#contract/care/report-cards.ts'

/** `receivedAt` of entries still queued on this device. */
const notReceived = ''
export const isWaiting = ({ receivedAt }: { receivedAt: string }): boolean => receivedAt === notReceived

type EntryStamp = { id: string; at: string; receivedAt: string }
const byTime = (a: { id: string; at: string }, b: { id: string; at: string }): number =>
  Date.parse(a.at) - Date.parse(b.at) || (a.id < b.id ? -1 : 1)
const withOne = <T extends EntryStamp>(list: readonly T[], one: T): T[] =>
  list.some(({ id }) => id === one.id) ? [...list] : [...list, one].sort(byTime)

type UnitEntry = Extract<CareEntryInput, { unit: number }>

/** Returns the cards as they will be once the server has received the queued entries. */
export function withQueued(report: ReportCards, queued: readonly CareEntryInput[]): ReportCards {
  const undone = new Set(queued.flatMap((entry) => (entry.kind === 'withdraw' ? [entry.entryId] : [])))
  const activeEntries = queued
    .filter(({ id, kind }) => kind !== 'withdraw' && !undone.has(id))
    .toSorted((a, b) => byTime({ id: a.id, at: a.happenedAt }, { id: b.id, at: b.happenedAt }))
  return {
    ...report,
    items: report.items.map((card) =>
      activeEntries
        .filter((entry): entry is UnitEntry => 'unit' in entry && entry.unit === card.unit)
        .reduce(withEntry, without(card, undone)),
    ),
    handovers: activeEntries.reduce(
      (all, entry) => {
        if (entry.kind !== 'handover') return all
        const { id, happenedAt, moment, items = '', condition, givenBy, takenBy } = entry
        const stamp = { id, at: happenedAt, receivedAt: notReceived }
        // Its image stays in the queue until it is uploaded.
        const mine = { ...stamp, moment, items, condition, givenBy, takenBy, photo: null }
        return [...all.filter((one) => one.moment !== moment), mine].sort(byTime)
      },
      report.handovers.filter(({ id }) => !undone.has(id)),
    ),
  }
}

const without = (card: ReportCard, undone: ReadonlySet<string>): ReportCard => {
  const left = <T extends EntryStamp>(list: readonly T[]) => list.filter(({ id }) => !undone.has(id))
  const incident = card.incident && undone.has(card.incident.id) ? null : card.incident
  const [pee, poo, notes, photos] = [left(card.pee), left(card.poo), left(card.notes), left(card.photos)]
  return { ...card, pee, poo, notes, photos, routes: left(card.routes), incident }
}

const minutesBetween = (from: string, to: string): number =>
  Math.max(0, Math.floor((Date.parse(to) - Date.parse(from)) / 60_000))

const stampOf = ({ id, happenedAt }: UnitEntry): EntryStamp => ({
  id,
  at: happenedAt,
  receivedAt: notReceived,
})

type UnitEntries = { [E in UnitEntry as E['kind']]: E }

/** Returns the card with an entry of each kind. */
const merges: { [K in keyof UnitEntries]: (card: ReportCard, entry: UnitEntries[K]) => ReportCard } = {
  arrive: (card, { happenedAt: at }) =>
    timed({ ...card, arrivedAt: card.arrivedAt && card.arrivedAt < at ? card.arrivedAt : at }),
  leave: (card, { happenedAt: at }) =>
    timed({ ...card, leftAt: card.leftAt && card.leftAt > at ? card.leftAt : at }),
  task: (card, { happenedAt: at, task: key, done, dose = '' }) => ({
    ...card,
    tasks: card.tasks.map((task) =>
      task.key === key ? { ...task, done: done ? { at, receivedAt: notReceived, dose } : null } : task,
    ),
  }),
  toilet: (card, entry) => ({ ...card, [entry.what]: withOne(card[entry.what], stampOf(entry)) }),
  mood: (card, { petId, mood }) => ({
    ...card,
    pets: card.pets.map((pet) => (pet.petId === petId ? { ...pet, mood } : pet)),
  }),
  food: (card, { petId, percent }) => ({
    ...card,
    pets: card.pets.map((pet) => (pet.petId === petId ? { ...pet, foodPercent: percent } : pet)),
  }),
  note: (card, entry) => ({
    ...card,
    notes: withOne(card.notes, { ...stampOf(entry), text: entry.text }),
  }),
  // Rendered from the queue, which holds the image.
  photo: (card) => card,
  route: (card, entry) => ({
    ...card,
    routes: withOne(card.routes, { ...stampOf(entry), points: entry.points }),
  }),
  incident: (card, entry) => ({
    ...card,
    incident: { ...stampOf(entry), happened: entry.happened, words: entry.words ?? '' },
  }),
}

const merged = <K extends keyof UnitEntries>(card: ReportCard, kind: K, entry: UnitEntries[K]): ReportCard =>
  merges[kind](card, entry)

/** Adds an entry in chronological order. */
const withEntry = (card: ReportCard, entry: UnitEntry): ReportCard => merged(card, entry.kind, entry)

const timed = (card: ReportCard): ReportCard => ({
  ...card,
  actualMinutes: card.arrivedAt && card.leftAt ? minutesBetween(card.arrivedAt, card.leftAt) : null,
})
