import { useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { errorsOf, FormRefusal } from '#web/accounts/call-errors.ts'
import { ApiProblem } from '#web/api.ts'
import { paths } from '#web/paths.ts'
import type { FormError } from '#web/ui/forms/error-summary.tsx'
import { loadToast } from '#web/ui/overlay/toast.ts'

type State = { pending: boolean; errors: readonly FormError[]; attempt: number }

/** On a stale version, reads the current state again, so that a second save overwrites it with the form's values. */
export async function refuseStale(error: unknown, readAgain: () => Promise<unknown>): Promise<never> {
  if (!(error instanceof ApiProblem) || error.problem.code !== 'version-stale') throw error
  await readAgain()
  throw new FormRefusal([
    {
      message:
        'This was changed elsewhere in the meantime. What you entered is kept; save again to overwrite the change.',
    },
  ])
}

/**
 * Submits a form, one call at a time. After a failure the form keeps its values and the errors go to the summary. If
 * the session has ended, it leads to sign-in and back; server errors also show a toast.
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

  /** Resolves to true if the work succeeded. */
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
