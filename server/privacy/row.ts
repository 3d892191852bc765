import type { DB } from '#server/kernel/db/schema.ts'

/** A retention period after an event; a job deletes older rows. */
export type Period = ({ hours: number } | { days: number }) & { after: string }

/** `until` is a condition met by people or the product; it completes the sentence "Kept until …". */
export type Kept = { until: string } | Period

/** The file of a person's export that contains the data, or the reason why it is left out. */
export type Exported = { in: string } | { not: string }

/**
 * What happens when an account is erased. `row`: the row is deleted. `blank`: the columns are emptied or hold neutral
 * words such as "Former member". `law`: kept because the law demands it. `others`: kept because others rely on it, and
 * it names nobody. `soon`: `kept` ends it automatically within days.
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

/** Personal data; `what`, `purpose` and `seenBy` are shown on the privacy page. */
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

/** Columns without personal data. */
export type ImpersonalRow = { table: string; columns: readonly string[]; why: string }

type Told = Omit<PrivacyRow, 'topic' | 'table' | 'columns'>

/** Typed by the schema, so that an unknown table or column does not compile. */
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
