import { ApiProblem, NetworkProblem } from '#web/api.ts'
import type { FormError } from '#web/ui/forms/error-summary.tsx'

const inputKeptMessage = 'What you entered is kept.'

/** Thrown by a form's own checks to report errors for particular fields. */
export class FormRefusal extends Error {
  override name = 'FormRefusal'
  readonly errors: FormError[]
  constructor(errors: FormError[]) {
    super(errors.map(({ message }) => message).join(' '))
    this.errors = errors
  }
}

/** Maps a failed call to form errors; undefined for unexpected errors. */
export function errorsOf(
  error: unknown,
  nameOf: (path: string) => string = (path) => path,
): FormError[] | undefined {
  if (error instanceof FormRefusal) return error.errors
  if (error instanceof NetworkProblem)
    return [{ message: `The server cannot be reached. ${inputKeptMessage} Try again.` }]
  if (!(error instanceof ApiProblem)) return undefined
  const { status, problem } = error
  if (problem.errors?.length)
    return problem.errors.map(({ path, message }) => ({ name: nameOf(path) || undefined, message }))
  if (status === 401) return [{ message: `Sign in again to continue. ${inputKeptMessage}` }]
  if (status >= 500)
    return [{ message: `The server could not do that just now. ${inputKeptMessage} Try again in a moment.` }]
  return [{ message: [problem.title, problem.detail].filter(Boolean).join('. ') }]
}
