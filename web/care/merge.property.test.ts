import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CareEntry, ReportCards } from '#contract/care/report-cards.ts'
import { moods, toiletKinds } from '#contract/codes.ts'
import { cardOf, handoversOf, effectiveEntries, type StoredEntry } from '#server/care/card.ts'
import { withQueued } from '#web/care/merge.ts'

const task = {
  key: 'rex|walk|the walk|any',
  kind: 'walk',
  petId: 'rex',
  petName: 'Rex',
  label: '',
  time: null,
  dose: '',
} as const
const startMs = Date.UTC(2026, 11, 14, 9)

/** Computes the server's view of the entries, as far as the client computes it too. */
function seenByServer(entries: readonly CareEntry[]): ReportCards {
  const receivedAt = new Date(startMs)
  const recorded = effectiveEntries(entries.map((entry): StoredEntry => ({ entry, receivedAt })))
  const view = ({ entry }: { entry: { id: string; happenedAt: string } }) => ({
    id: entry.id,
    at: entry.happenedAt,
    receivedAt: '',
  })
  return {
    bookingId: 'booking',
    writable: true,
    routeDays: 30,
    claim: null,
    items: [0, 1].map((unit) => {
      const card = cardOf(recorded, unit)
      const done = card.done.get(task.key)
      return {
        unit,
        on: '2026-12-14',
        startsAt: '',
        endsAt: '',
        plannedMinutes: 30,
        short: false,
        arrivedAt: card.arrived?.entry.happenedAt ?? null,
        leftAt: card.left?.entry.happenedAt ?? null,
        actualMinutes: card.actualMinutes,
        tasks: [
          {
            ...task,
            done: done ? { at: done.entry.happenedAt, receivedAt: '', dose: done.entry.dose } : null,
          },
        ],
        pee: card.pee.map(view),
        poo: card.poo.map(view),
        pets: ['rex', 'pip'].map((petId) => ({
          petId,
          name: petId,
          mood: card.moods.get(petId)?.entry.mood ?? null,
          foodPercent: card.food.get(petId)?.entry.percent ?? null,
        })),
        photos: [],
        routes: card.routes.map((one) => ({ ...view(one), points: one.entry.points })),
        notes: card.notes.map((note) => ({ ...view(note), text: note.entry.text })),
        incident: card.incident
          ? {
              ...view(card.incident),
              happened: card.incident.entry.happened,
              words: card.incident.entry.words,
            }
          : null,
      }
    }),
    handovers: handoversOf(recorded).map((one) => {
      const { moment, items, condition, givenBy, takenBy } = one.entry
      return { ...view(one), moment, items, condition, givenBy, takenBy, photo: null }
    }),
  }
}

const petId = fc.constantFrom('rex', 'pip')
const anyKind = fc.oneof(
  fc.record({ kind: fc.constant('arrive') }),
  fc.record({ kind: fc.constant('leave') }),
  fc.record({
    kind: fc.constant('task'),
    task: fc.constant(task.key),
    done: fc.boolean(),
    dose: fc.constant(''),
  }),
  fc.record({ kind: fc.constant('toilet'), what: fc.constantFrom(...toiletKinds) }),
  fc.record({ kind: fc.constant('mood'), petId, mood: fc.constantFrom(...moods) }),
  fc.record({ kind: fc.constant('food'), petId, percent: fc.constantFrom(0, 50, 100) }),
  fc.record({ kind: fc.constant('note'), text: fc.constant('Happy') }),
  fc.record({ kind: fc.constant('route'), points: fc.constant('53.35,-6.3 53.351,-6.3') }),
  fc.record({ kind: fc.constant('incident'), happened: fc.boolean(), words: fc.constant('A scratch') }),
  fc.record({
    kind: fc.constant('handover'),
    moment: fc.constantFrom('drop_off', 'pick_up'),
    items: fc.constant(''),
    condition: fc.constant('Well'),
    givenBy: fc.constant('Olga'),
    takenBy: fc.constant('Sam'),
  }),
)

/**
 * Entries of one phone, one per minute. Only counts, routes and notes are withdrawn, because only they are shown with
 * their ids.
 */
const anyDay = fc
  .array(fc.record({ kind: anyKind, unit: fc.nat(1), undoes: fc.boolean() }), { maxLength: 24 })
  .map((recorded) => {
    const entries: CareEntry[] = []
    for (const [minute, { kind, unit, undoes }] of recorded.entries()) {
      const happenedAt = new Date(startMs + minute * 60_000).toISOString()
      const id = `entry-${`${minute}`.padStart(2, '0')}`
      const taken = entries
        .filter((entry) => entry.kind === 'note' || entry.kind === 'route' || entry.kind === 'toilet')
        .at(-1)
      if (undoes && taken) entries.push({ id, happenedAt, kind: 'withdraw', entryId: taken.id })
      else if (kind.kind === 'handover') entries.push({ ...kind, id, happenedAt })
      else entries.push({ ...kind, id, happenedAt, unit })
    }
    return entries
  })

test('the phone shows unsent entries exactly as the server does once it has received them', () => {
  fc.assert(
    fc.property(anyDay, fc.nat(24), (entries, sent) => {
      const before = seenByServer(entries.slice(0, sent))
      expect(withQueued(before, entries.slice(sent))).toEqual(seenByServer(entries))
      // Sent, but the response was lost: the entries are still queued here although the server has them.
      expect(
        withQueued(
          seenByServer(entries),
          entries.filter(
            ({ kind }) =>
              kind !== 'task' &&
              kind !== 'incident' &&
              kind !== 'mood' &&
              kind !== 'food' &&
              kind !== 'handover',
          ),
        ).items.map(({ pee, poo, notes }) => [pee, poo, notes]),
      ).toEqual(seenByServer(entries).items.map(({ pee, poo, notes }) => [pee, poo, notes]))
    }),
    { numRuns: 400 },
  )
})
