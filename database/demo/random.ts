import { entriesOf } from '#contract/entries.ts'

/** The only source of randomness in the demo town, so that it is reproducible. */
export type Random = {
  /** From 0 (inclusive) to 1 (exclusive). */
  next: () => number
  between: (from: number, to: number) => number
  /** An integer, both ends included. */
  integer: (from: number, to: number) => number
  chance: (share: number) => boolean
  pick: <T>(list: readonly T[]) => T
  weighted: <T extends string>(weights: Partial<Record<T, number>>) => T
  shuffled: <T>(list: readonly T[]) => T[]
  /** An independent generator for one purpose, so that changes elsewhere do not affect it. */
  fork: (name: string) => Random
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193)
  return hash >>> 0
}

export function randomOf(seed: string): Random {
  let state = hashOf(seed)
  /** Mulberry32. */
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (from: number, to: number) => from + next() * (to - from)
  const integer = (from: number, to: number) => Math.floor(between(from, to + 1))
  return {
    next,
    between,
    integer,
    chance: (share) => next() < share,
    pick<T>(list: readonly T[]): T {
      if (list.length === 0) throw new Error('There is nothing to pick from')
      return list[integer(0, list.length - 1)]!
    },
    weighted<T extends string>(weights: Partial<Record<T, number>>): T {
      const entries = entriesOf<T, number>(weights)
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [value, weight] of entries) if ((left -= weight) < 0) return value
      return entries.findLast(([, weight]) => weight > 0)![0]
    },
    shuffled<T>(list: readonly T[]): T[] {
      const mixed = [...list]
      for (let last = mixed.length - 1; last > 0; last--) {
        const other = integer(0, last)
        ;[mixed[last], mixed[other]] = [mixed[other]!, mixed[last]!]
      }
      return mixed
    },
    fork: (name) => randomOf(`${seed}/${name}`),
  }
}
