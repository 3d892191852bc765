import { useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { ApiProblem, NetworkProblem } from '#web/api.ts'
import { paths } from '#web/paths.ts'
import type { FormError } from '#web/ui/forms/error-summary.tsx'
import { loadToast } from '#web/ui/overlay/toast.ts'

type State = { pending: boolean; errors: readonly FormError[]; attempt: number }

const kept = 'What you entered is kept.'

/** Thrown by the work of a form that knows better than the API what is wrong with which field. */
export class FormRefusal extends Error {
  override name = 'FormRefusal'
  readonly errors: FormError[]
  constructor(errors: FormError[]) {
    super(errors.map(({ message }) => message).join(' '))
    this.errors = errors
  }
}

/** For a save that came too late: what is there now is read, so that saving again puts the form in its place. */
export async function refuseStale(error: unknown, readAgain: () => Promise<unknown>): Promise<never> {
  if (!(error instanceof ApiProblem) || error.problem.code !== 'version-stale') throw error
  await readAgain()
  throw new FormRefusal([
    {
      message:
        'This was changed elsewhere in the meantime. What you entered is kept; save again to put it in its place.',
    },
  ])
}

/** What a failed call means for the form that made it; undefined for a fault of our own. */
export function errorsOf(
  error: unknown,
  nameOf: (path: string) => string = (path) => path,
): FormError[] | undefined {
  if (error instanceof FormRefusal) return error.errors
  if (error instanceof NetworkProblem)
    return [{ message: `The server cannot be reached. ${kept} Try again.` }]
  if (!(error instanceof ApiProblem)) return undefined
  const { status, problem } = error
  if (problem.errors?.length)
    return problem.errors.map(({ path, message }) => ({ name: nameOf(path) || undefined, message }))
  if (status === 401) return [{ message: `Sign in again to go on. ${kept}` }]
  if (status >= 500)
    return [{ message: `The server could not do that just now. ${kept} Try again in a moment.` }]
  return [{ message: [problem.title, problem.detail].filter(Boolean).join('. ') }]
}

/**
 * Sends a form: one call at a time, a failure keeps the form and becomes errors for the summary. A sign-in that has ended
 * leads to sign-in and back; a failing server is also said in a toast.
 */
export function useSaving(nameOf?: (path: string) => string) {
  const [state, setState] = useState<State>({ pending: false, errors: [], attempt: 0 })
  const busy = useRef(false)
  const navigate = useNavigate()
  const { pathname, search } = useLocation()

  const refuse = (errors: readonly FormError[]) =>
    setState(({ attempt }) => ({ pending: false, errors, attempt: attempt + 1 }))

  const fail = async (error: unknown) => {
    const errors = errorsOf(error, nameOf)
    if (!errors) {
      setState(() => {
        throw error
      })
      return
    }
    refuse(errors)
    if (!(error instanceof ApiProblem)) return
    if (error.status === 401) await navigate(paths.signIn(`${pathname}${search}`))
    if (error.status >= 500) (await loadToast()).error(`HTTP error! status: ${error.status}`)
  }

  /** True when the work was done. */
  const run = async (work: () => Promise<unknown>): Promise<boolean> => {
    if (busy.current) return false
    busy.current = true
    setState(({ attempt }) => ({ pending: true, errors: [], attempt }))
    try {
      await work()
      setState(({ attempt }) => ({ pending: false, errors: [], attempt }))
      return true
    } catch (error) {
      await fail(error)
      return false
    } finally {
      busy.current = false
    }
  }

  const errorFor = (name: string) => state.errors.find((error) => error.name === name)?.message
  return { ...state, run, refuse, errorFor }
}
