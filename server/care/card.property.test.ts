import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CareEntry } from '#contract/care/report-cards.ts'
import { moods, toiletKinds } from '#contract/codes.ts'
import { cardOf, handoversOf, effectiveEntries, type StoredEntry } from '#server/care/card.ts'

const petId = fc.constantFrom('rex', 'pip')
const at = fc
  .integer({ min: 0, max: 40 })
  .map((minute) => new Date(Date.UTC(2026, 11, 14, 9, minute)).toISOString())

/** Few ids, times and keys, so that entries collide. */
const anyKind = fc.oneof(
  fc.record({ kind: fc.constant('arrive' as const) }),
  fc.record({ kind: fc.constant('leave' as const) }),
  fc.record({
    kind: fc.constant('task' as const),
    task: fc.constantFrom('rex|walk|walk|any', 'rex|feed|dry food|07:00'),
    done: fc.boolean(),
    dose: fc.constant(''),
  }),
  fc.record({ kind: fc.constant('toilet' as const), what: fc.constantFrom(...toiletKinds) }),
  fc.record({ kind: fc.constant('mood' as const), petId, mood: fc.constantFrom(...moods) }),
  fc.record({ kind: fc.constant('food' as const), petId, percent: fc.constantFrom(0, 50, 100) }),
  fc.record({ kind: fc.constant('note' as const), text: fc.constantFrom('Happy', 'Sleeps') }),
  fc.record({ kind: fc.constant('withdraw' as const), entryId: fc.nat(19).map((id) => `entry-${id}`) }),
  fc.record({
    kind: fc.constant('handover' as const),
    moment: fc.constantFrom('drop_off' as const, 'pick_up' as const),
    items: fc.constant('Keys'),
    condition: fc.constant('Well'),
    givenBy: fc.constant('Olga'),
    takenBy: fc.constant('Sam'),
  }),
)

const anyEntries: fc.Arbitrary<StoredEntry[]> = fc
  .array(fc.record({ kind: anyKind, happenedAt: at, unit: fc.nat(1) }), { maxLength: 20 })
  .map((all) =>
    all.map(({ kind, happenedAt, unit }, index) => {
      const common = { id: `entry-${index}`, happenedAt }
      const entry: CareEntry =
        kind.kind === 'handover' || kind.kind === 'withdraw'
          ? { ...kind, ...common }
          : { ...kind, ...common, unit }
      return { entry, receivedAt: new Date(Date.UTC(2026, 11, 14, 12)) }
    }),
  )

const summaryOf = (stored: readonly StoredEntry[]) => {
  const entries = effectiveEntries(stored)
  return { cards: [0, 1].map((unit) => cardOf(entries, unit)), handovers: handoversOf(entries) }
}

test('entries in any order and with any repetition give the same report cards', () => {
  fc.assert(
    fc.property(
      anyEntries.chain((told) =>
        fc.record({
          told: fc.constant(told),
          shuffled: fc.shuffledSubarray(told, { minLength: told.length }),
          again: fc.array(told.length > 0 ? fc.constantFrom(...told) : fc.constant(null), { maxLength: 20 }),
        }),
      ),
      ({ told, shuffled, again }) => {
        const repeated = [...shuffled, ...again.filter((one) => one !== null)]
        expect(summaryOf(repeated)).toEqual(summaryOf(told))
      },
    ),
    { numRuns: 500 },
  )
})

test('each entry counts once, and a withdrawn entry does not count', () => {
  const pee = (id: string): StoredEntry => ({
    entry: { id, kind: 'toilet', what: 'pee', unit: 0, happenedAt: '2026-12-14T09:00:00.000Z' },
    receivedAt: new Date(),
  })
  const undo: StoredEntry = {
    entry: { id: 'c', kind: 'withdraw', entryId: 'a', happenedAt: '2026-12-14T08:00:00.000Z' },
    receivedAt: new Date(),
  }
  expect(cardOf(effectiveEntries([pee('a'), pee('b'), pee('a')]), 0).pee).toHaveLength(2)
  expect(
    cardOf(effectiveEntries([undo, pee('a'), pee('b'), undo]), 0).pee.map(({ entry }) => entry.id),
  ).toEqual(['b'])
})
