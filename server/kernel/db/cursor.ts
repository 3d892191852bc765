import type { z } from 'zod'
import { Problem } from '#server/kernel/problem.ts'

/** Where a page of a list ended, opaque to clients. */
export const writeCursor = (position: unknown): string =>
  Buffer.from(JSON.stringify(position)).toString('base64url')

/** The position a client sends back, or a refusal: a cursor is input like any other. */
export function readCursor<T extends z.ZodType>(cursor: string, schema: T): z.output<T> {
  try {
    const result = schema.safeParse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
    if (result.success) return result.data
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new Problem('cursor-invalid', { detail: 'Begin again without a cursor.' })
}
