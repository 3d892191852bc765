import type { z } from 'zod'
import { Problem } from '#server/kernel/problem.ts'

/** Encodes the position at which a page of a list ended; opaque to clients. */
export const writeCursor = (position: unknown): string =>
  Buffer.from(JSON.stringify(position)).toString('base64url')

/** Decodes and validates the cursor of a client; throws `cursor-invalid` if it is malformed. */
export function readCursor<T extends z.ZodType>(cursor: string, schema: T): z.output<T> {
  try {
    const result = schema.safeParse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
    if (result.success) return result.data
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new Problem('cursor-invalid', { detail: 'Start again without a cursor.' })
}
