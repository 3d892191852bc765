import { randomUUID } from 'node:crypto'
import { CareEntry, type ReportCards } from '#contract/care/report-cards.ts'
import { readReport, writeReport } from '#server/care/commands.ts'
import { addMinutes } from '#server/kernel/day.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, Viewer } from '#server/kernel/deps.ts'
import type { SeedDeps } from './actions.ts'
import { animalOf, uploadPicture } from './pictures.ts'
import * as store from './store.ts'
import { viewerNamed } from './viewer.ts'

const part = 'cards'

/** Report card entries of a unit, by minutes after its start; `null` stands for all tasks of the care sheet. */
type PlannedEntry = [minutes: number, entry: { kind: CareEntry['kind']; [field: string]: unknown } | null]

/** A walk through the park. */
const route =
  '38.7289,-9.1527 38.7301,-9.1531 38.7312,-9.1538 38.7324,-9.1542 38.7331,-9.1536 38.7329,-9.1524 38.7319,-9.1515 38.7307,-9.1511 38.7296,-9.1515 38.729,-9.1523'

const walks: PlannedEntry[][] = [
  [
    [1, { kind: 'arrive' }],
    [6, { kind: 'toilet', what: 'pee' }],
    [14, { kind: 'toilet', what: 'poo' }],
    [26, { kind: 'route', points: route }],
    [27, null],
    [28, { kind: 'note', text: 'Twice around the park. Rex carried the same stick all the way.' }],
    [29, { kind: 'incident', happened: false }],
    [30, { kind: 'leave' }],
  ],
  [
    [4, { kind: 'arrive' }],
    [9, { kind: 'toilet', what: 'pee' }],
    [19, null],
    [20, { kind: 'note', text: 'A thunderstorm came up, and Rex wanted home before the rain. So did I.' }],
    [21, { kind: 'incident', happened: false }],
    [22, { kind: 'leave' }],
  ],
]

const stay: PlannedEntry[][] = [
  [
    [10, { kind: 'arrive' }],
    [95, { kind: 'toilet', what: 'pee' }],
    [180, null],
    [185, { kind: 'mood', mood: 'good' }],
    [190, { kind: 'food', percent: 80 }],
    [240, { kind: 'note', text: 'Miso has chosen the armchair by the window and is not giving it back.' }],
    [250, { kind: 'incident', happened: false }],
  ],
  [
    [40, { kind: 'toilet', what: 'pee' }],
    [42, { kind: 'toilet', what: 'poo' }],
    [300, null],
    [310, { kind: 'mood', mood: 'great' }],
    [312, { kind: 'food', percent: 100 }],
    [320, { kind: 'note', text: 'Long walk by the river with Farofa. They share a ball, more or less.' }],
  ],
]

/** Report cards with photos: a stay in progress with two reported days, and finished walks, one of them too short. */
export const seedCards = (deps: SeedDeps): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    await store.lockPart(tx, part)
    if (await store.isSeeded(tx, part)) return
    const inTx: Deps = { ...deps, db: tx, enqueue: async () => {} }
    const [olga, rui, sam, mateus] = [
      await viewerNamed(tx, 'Olga'),
      await viewerNamed(tx, 'Rui'),
      await viewerNamed(tx, 'Sam'),
      await viewerNamed(tx, 'Mateus'),
    ]
    const running = await store.findRunning(tx, rui.accountId, mateus.accountId)
    if (running) {
      const miso = await store.findPetNamed(tx, rui.accountId, 'Miso')
      const picture = {
        animal: animalOf(miso),
        scene: 'room' as const,
        alt: 'Drawing of Miso in the kitchen',
      }
      await reportUnits(
        inTx,
        mateus,
        running,
        stay,
        await uploadPicture(inTx, mateus, 'report-card', picture),
      )
    }
    const walked = await store.findWalked(tx, olga.accountId, sam.accountId)
    if (walked) {
      const rex = await store.findPetNamed(tx, olga.accountId, 'Rex')
      const picture = { animal: animalOf(rex), scene: 'garden' as const, alt: 'Drawing of Rex on his walk' }
      await reportUnits(inTx, sam, walked, walks, await uploadPicture(inTx, sam, 'report-card', picture))
    }
    await store.notePart(tx, part, deps.now())
  })

/**
 * Adds entries to the last units that have begun, with the photo in the first of them; each is reported right after it
 * happened.
 */
async function reportUnits(
  deps: Deps,
  sitter: Viewer,
  bookingId: string,
  units: PlannedEntry[][],
  fileId: string,
): Promise<void> {
  const report = await readReport(deps, sitter, bookingId)
  const now = deps.now()
  const started = report.items.filter(({ startsAt }) => new Date(startsAt) < now)
  const reportCards = started.slice(-units.length)
  for (const [index, planned] of units.entries()) {
    const card = reportCards[index]
    if (!card) continue
    const all: PlannedEntry[] =
      index === 0
        ? [...planned.slice(0, -1), [planned.at(-2)![0], { kind: 'photo', fileId }], planned.at(-1)!]
        : planned
    const entries = all
      .flatMap(([minutes, entry]) =>
        entriesOf(card, addMinutes(new Date(card.startsAt), minutes * timeScaleOf(card)), entry),
      )
      .filter(({ happenedAt }) => new Date(happenedAt) <= now)
    const last = entries.at(-1)
    if (!last) continue
    const pastDeps: Deps = { ...deps, now: () => new Date(last.happenedAt) }
    await writeReport(pastDeps, sitter, bookingId, entries)
  }
}

/** Entries are planned for half an hour; this is the factor for the booked duration. */
const timeScaleOf = ({ plannedMinutes }: ReportCards['items'][number]): number =>
  plannedMinutes === null ? 1 : plannedMinutes / 30

function entriesOf(card: ReportCards['items'][number], at: Date, entry: PlannedEntry[1]): CareEntry[] {
  const common = { happenedAt: at.toISOString(), unit: card.unit }
  const make = (more: object) => CareEntry.parse({ id: randomUUID(), ...common, ...more })
  if (entry === null)
    return card.tasks.map(({ key, dose }) => make({ kind: 'task', task: key, done: true, dose }))
  if (entry.kind === 'mood' || entry.kind === 'food')
    return card.pets.map(({ petId }) => make({ ...entry, petId }))
  return [make(entry)]
}
