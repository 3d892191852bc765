import { z } from 'zod'
import { Problem } from '#server/kernel/problem.ts'

/** Encodes the position at which a page of a list ended; opaque to clients. */
export const writeCursor = (position: unknown): string =>
  Buffer.from(JSON.stringify(position)).toString('base64url')

/**
 * Decodes and validates the cursor of a client; undefined for the first page, which is asked for without one. Throws
 * `cursor-invalid` if it is malformed.
 */
export function readCursor<T extends z.ZodType>(
  cursor: string | undefined,
  schema: T,
): z.output<T> | undefined {
  if (cursor === undefined) return undefined
  try {
    const result = schema.safeParse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
    if (result.success) return result.data
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new Problem('cursor-invalid', { detail: 'Start again without a cursor.' })
}

/** A position in a list ordered by an instant and, among equal instants, by id. */
export type ListPosition = { at: Date; id: string }

const InstantAndId = z.tuple([z.iso.datetime(), z.uuid()])

/** Reads the cursor of a list ordered by an instant and an id. */
export function readListPosition(cursor: string | undefined): ListPosition | undefined {
  const position = readCursor(cursor, InstantAndId)
  return position && { at: new Date(position[0]), id: position[1] }
}

type Cut<Row> = { shown: Row[]; nextCursor: string | null }

/**
 * Divides what was read into the page and the cursor of the next one: whoever reads asks for one row more than the page
 * holds. Dates in a position are written as instants.
 */
export function cutPage<Row>(
  rows: readonly Row[],
  limit: number,
  positionOf: (last: Row) => unknown,
): Cut<Row> {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { shown, nextCursor: rows.length > limit && last ? writeCursor(positionOf(last)) : null }
}
