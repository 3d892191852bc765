import { z } from 'zod'

const count = (value: number): string => value.toLocaleString('en-GB')
const range = (least: number, most: number | undefined): string =>
  most === undefined ? `of at least ${count(least)}` : `from ${count(least)} to ${count(most)}`

/** Says which numbers a setting accepts, with one of them as an example. */
export const acceptedNumber = (
  kind: 'number' | 'whole number',
  least: number,
  most: number | undefined,
  example: number,
): string => `Use a ${kind} ${range(least, most)}, like ${example}`

const anyOf = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** One of a few words; anything else is refused with all of them. */
export const choice = <const Choices extends readonly string[]>(choices: Choices) =>
  z.enum(choices, `Use ${anyOf.format(choices.map((one) => `"${one}"`))}`)
