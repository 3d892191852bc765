import type { SitterTown } from '#server/places/suggest-store.ts'

type TownName = { name: string; weight: number; town: SitterTown }

/** The towns where published sitters live, by id and by every folded name. */
export type SitterTowns = {
  byId: ReadonlyMap<number, SitterTown>
  /** In the order of the names. */
  names: readonly TownName[]
}

export function sitterTownsOf(towns: readonly SitterTown[]): SitterTowns {
  const names = towns.flatMap((town) => town.names.map(({ name, weight }) => ({ name, weight, town })))
  return {
    byId: new Map(towns.map((town) => [town.id, town])),
    names: names.sort((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0)),
  }
}

/** Index of the first name that does not precede the text. */
function firstFrom(names: readonly TownName[], text: string): number {
  let [low, high] = [0, names.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (names[middle]!.name < text) low = middle + 1
    else high = middle
  }
  return low
}

/** Returns every name that begins with the folded text, with whether it is the whole name. */
export function namesBeginning({ names }: SitterTowns, text: string): (TownName & { isWhole: boolean })[] {
  const first = firstFrom(names, text)
  const end = firstFrom(names, `${text}\u{10ffff}`)
  return names.slice(first, end).map((named) => ({ ...named, isWhole: named.name === text }))
}
