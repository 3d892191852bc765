import type { DB } from '#server/kernel/db/schema.ts'

/** How long after a moment; a job deletes what is older. */
export type Period = ({ hours: number } | { days: number }) & { after: string }

/** `until` is a condition that people or the product bring about, and ends the sentence "Kept until …". */
export type Kept = { until: string } | Period

/** The file of the copy that a person asks for, or the reason why it is left out. */
export type Exported = { in: string } | { not: string }

/**
 * What the end of an account does. `row`: the row is deleted. `blank`: the columns are emptied, or hold words that say
 * nothing, such as "Former member". `law`: the law demands it. `others`: others rely on it, and it names nobody. `soon`: `kept` ends
 * it within days without anybody's doing.
 */
export type Erased = 'row' | 'blank' | { kept: 'law' | 'others' | 'soon'; why: string }

export const topics = [
  'Account and sign-in',
  'Security',
  'Notices',
  'Pets and home',
  'Sitter profile and calendar',
  'Bookings',
  'Care and report cards',
  'Lost pets',
  'Messages',
  'Reviews and reports',
  'Friends and favourites',
  'Payments and accounts',
  'Operation',
] as const
export type Topic = (typeof topics)[number]

/** Data of people: `what`, `purpose` and `seenBy` are read by everybody on the privacy page. */
export type PrivacyRow = {
  topic: Topic
  table: string
  columns: readonly string[]
  what: string
  purpose: string
  basis: 'contract' | 'law' | 'interest' | 'consent'
  seenBy: string
  kept: Kept
  exported: Exported
  erased: Erased
}

/** Columns that say nothing about anybody. */
export type ImpersonalRow = { table: string; columns: readonly string[]; why: string }

type Told = Omit<PrivacyRow, 'topic' | 'table' | 'columns'>

/** Tables and columns are those of the schema: another name does not compile. */
export const personal = <T extends keyof DB>(
  topic: Topic,
  table: T,
  columns: readonly (keyof DB[T] & string)[],
  told: Told,
): PrivacyRow => ({ topic, table, columns, ...told })

export const impersonal = <T extends keyof DB>(
  table: T,
  columns: readonly (keyof DB[T] & string)[],
  why: string,
): ImpersonalRow => ({ table, columns, why })

export const codes = 'Words of a fixed list, such as a state or a kind'
export const technical = 'Made by the software, and says nothing about a person'
