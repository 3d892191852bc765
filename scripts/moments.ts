import { keysOf } from '#contract/entries.ts'
import { StartError } from '#server/kernel/start-error.ts'

/** Start times for `npm run test:moments`; the clock changes are those of Lisbon, the browser's time zone. */
export const moments = {
  evening: '2026-11-23T19:00:00Z',
  'before-midnight': '2026-12-03T23:52:00Z',
  'after-midnight': '2026-12-04T00:03:00Z',
  sunday: '2027-01-17T11:20:00Z',
  'year-end': '2026-12-31T23:30:00Z',
  'leap-day': '2028-02-29T12:00:00Z',
  'spring-forward': '2027-03-28T00:50:00Z',
  'fall-back': '2027-10-31T00:50:00Z',
} as const

/** The checks of `npm test` that depend on the time. */
export const stages = { unit: 'unit', proofs: 'proofs (short)', browser: 'browser' } as const

type Moment = keyof typeof moments
type Stage = keyof typeof stages

/** Returns the moments and stages named; all of a list if none of it is named. */
export function selectionOf(words: readonly string[]): { moments: Moment[]; stages: Stage[] } {
  const all = { moments: keysOf(moments), stages: keysOf(stages) }
  const known: readonly string[] = [...all.moments, ...all.stages]
  const unknown = words.filter((word) => !known.includes(word))
  if (unknown.length > 0)
    throw new StartError(
      `There is no moment or stage "${unknown.join('", "')}". Moments are ${all.moments.join(', ')}; stages are ${all.stages.join(', ')}.`,
    )
  const selectedFrom = <T extends string>(list: T[]) => {
    const some = list.filter((one) => words.includes(one))
    return some.length > 0 ? some : list
  }
  return { moments: selectedFrom(all.moments), stages: selectedFrom(all.stages) }
}
