import { isDay } from '#web/ui/dates/days.ts'

// What a list of the desk is filtered by is in the address of its page; invalid values are ignored.

export const wordsIn = (address: URLSearchParams, name: string, maxLength = 100): string | undefined =>
  address.get(name)?.trim().slice(0, maxLength) || undefined

export const oneIn = <Word extends string>(
  address: URLSearchParams,
  name: string,
  words: readonly Word[],
): Word | undefined => words.find((word) => word === address.get(name))

export type Days = { from: string | undefined; to: string | undefined }

/** The first and the last day; a last day before the first one is left out. */
export function daysIn(address: URLSearchParams): Days {
  const [from, to] = ['from', 'to'].map((name) => {
    const day = address.get(name)
    return day && isDay(day) ? day : undefined
  })
  return { from, to: from && to && to < from ? undefined : to }
}
