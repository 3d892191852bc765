import { expect } from 'vitest'

type SortedList<Item> = {
  list: (query: object) => Promise<{ items: Item[]; nextCursor: string | null }>
  csv: (query: object) => Promise<string>
  /** What names a row, in the list and in this column of the export. */
  nameOf: (item: Item) => string | null
  column: number
}

/**
 * Expects rows in each of these ascending orders, and in reverse with "-" before the word: in one page, in pages of one
 * row, which end also between equal values, and in the export.
 */
export async function expectOrders<Item>(
  { list, csv, nameOf, column }: SortedList<Item>,
  query: object,
  orders: Record<string, string[]>,
): Promise<void> {
  for (const [key, ascending] of Object.entries(orders))
    for (const [sort, order] of [
      [key, ascending],
      [`-${key}`, ascending.toReversed()],
    ] as const) {
      const whole = await list({ ...query, sort })
      expect(whole.items.map(nameOf), sort).toEqual(order)
      const paged: Item[] = []
      let cursor: string | null | undefined
      do {
        const page = await list({ ...query, sort, limit: '1', ...(cursor && { cursor }) })
        expect(page.items, sort).toHaveLength(1)
        expect(paged.length, sort).toBeLessThan(order.length)
        paged.push(...page.items)
        cursor = page.nextCursor
      } while (cursor)
      expect(paged, sort).toEqual(whole.items)
      const lines = (await csv({ ...query, sort })).trim().split('\r\n').slice(1)
      expect(
        lines.map((line) => line.split(',').at(column)),
        sort,
      ).toEqual(order)
    }
}

/** Ids in the order of their numbers, for rows that a test writes itself. */
export const idOf = (number: number): string => `00000000-0000-7000-8000-${`${number}`.padStart(12, '0')}`
