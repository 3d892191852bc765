import type { CareEntryInput, ReportCard, ReportCards } from '#contract/care/report-cards.ts'

/** `receivedAt` of entries still queued on this device. */
const nobody = ''
export const isWaiting = ({ receivedAt }: { receivedAt: string }): boolean => receivedAt === nobody

type Told = { id: string; at: string; receivedAt: string }
const byTime = (a: { id: string; at: string }, b: { id: string; at: string }): number =>
  Date.parse(a.at) - Date.parse(b.at) || (a.id < b.id ? -1 : 1)
const withOne = <T extends Told>(list: readonly T[], one: T): T[] =>
  list.some(({ id }) => id === one.id) ? [...list] : [...list, one].sort(byTime)

type UnitEntry = Extract<CareEntryInput, { unit: number }>

/** Returns the cards as they will be once the server has received the queued entries. */
export function withQueued(report: ReportCards, queued: readonly CareEntryInput[]): ReportCards {
  const undone = new Set(queued.flatMap((entry) => (entry.kind === 'withdraw' ? [entry.entryId] : [])))
  const standing = queued
    .filter(({ id, kind }) => kind !== 'withdraw' && !undone.has(id))
    .toSorted((a, b) => byTime({ id: a.id, at: a.happenedAt }, { id: b.id, at: b.happenedAt }))
  return {
    ...report,
    items: report.items.map((card) =>
      standing
        .filter((entry): entry is UnitEntry => 'unit' in entry && entry.unit === card.unit)
        .reduce(withEntry, without(card, undone)),
    ),
    handovers: standing.reduce(
      (all, entry) => {
        if (entry.kind !== 'handover') return all
        const { id, happenedAt, moment, items = '', condition, givenBy, takenBy } = entry
        const told = { id, at: happenedAt, receivedAt: nobody }
        // Its image stays in the queue until it is uploaded.
        const mine = { ...told, moment, items, condition, givenBy, takenBy, photo: null }
        return [...all.filter((one) => one.moment !== moment), mine].sort(byTime)
      },
      report.handovers.filter(({ id }) => !undone.has(id)),
    ),
  }
}

const without = (card: ReportCard, undone: ReadonlySet<string>): ReportCard => {
  const left = <T extends Told>(list: readonly T[]) => list.filter(({ id }) => !undone.has(id))
  const incident = card.incident && undone.has(card.incident.id) ? null : card.incident
  const [pee, poo, notes, photos] = [left(card.pee), left(card.poo), left(card.notes), left(card.photos)]
  return { ...card, pee, poo, notes, photos, routes: left(card.routes), incident }
}

const minutesBetween = (from: string, to: string): number =>
  Math.max(0, Math.floor((Date.parse(to) - Date.parse(from)) / 60_000))

/** Adds an entry in chronological order. */
function withEntry(card: ReportCard, entry: UnitEntry): ReportCard {
  const { id, happenedAt: at } = entry
  const told = { id, at, receivedAt: nobody }
  switch (entry.kind) {
    case 'arrive':
      return timed({ ...card, arrivedAt: card.arrivedAt && card.arrivedAt < at ? card.arrivedAt : at })
    case 'leave':
      return timed({ ...card, leftAt: card.leftAt && card.leftAt > at ? card.leftAt : at })
    case 'task':
      return {
        ...card,
        tasks: card.tasks.map((task) =>
          task.key === entry.task
            ? { ...task, done: entry.done ? { at, receivedAt: nobody, dose: entry.dose ?? '' } : null }
            : task,
        ),
      }
    case 'toilet':
      return { ...card, [entry.what]: withOne(card[entry.what], told) }
    case 'mood':
      return {
        ...card,
        pets: card.pets.map((pet) => (pet.petId === entry.petId ? { ...pet, mood: entry.mood } : pet)),
      }
    case 'food':
      return {
        ...card,
        pets: card.pets.map((pet) =>
          pet.petId === entry.petId ? { ...pet, foodPercent: entry.percent } : pet,
        ),
      }
    case 'note':
      return { ...card, notes: withOne(card.notes, { ...told, text: entry.text }) }
    case 'photo':
      // Rendered from the queue, which holds the image.
      return card
    case 'route':
      return { ...card, routes: withOne(card.routes, { ...told, points: entry.points }) }
    case 'incident':
      return { ...card, incident: { ...told, happened: entry.happened, words: entry.words ?? '' } }
  }
}

const timed = (card: ReportCard): ReportCard => ({
  ...card,
  actualMinutes: card.arrivedAt && card.leftAt ? minutesBetween(card.arrivedAt, card.leftAt) : null,
})
