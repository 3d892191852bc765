import { problemOf } from '#server/kernel/db/errors.ts'
import { codeOf, firstCauseOf, messageOf } from '#server/kernel/error-facts.ts'

const noSignIn =
  'The database refuses the user or the password. Correct them in DATABASE_URL, which is the one of the server.'

const sentences: Record<string, string> = {
  '28P01': noSignIn,
  '28000': noSignIn,
  '3D000': 'There is no database with the name in DATABASE_URL. Correct it, or create the database.',
}

/** Says why the database cannot be used, for the operator; undefined if the error has another cause. */
export function connectionAdvice(error: unknown): string | undefined {
  const isAway = error instanceof Error && problemOf(error)?.code === 'unavailable'
  return (
    sentences[codeOf(error)] ??
    (isAway
      ? `The database does not answer, or it is busy with another change: ${messageOf(firstCauseOf(error))}`
      : undefined)
  )
}
