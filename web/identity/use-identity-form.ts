import { useEffect, useRef, useState } from 'react'
import type { FormError } from '#web/ui/forms/error-summary.tsx'
import { firstInteraction } from '#web/ui/lazy-on-interaction.tsx'

/** `pending` names the running operation. */
type State = { pending: string | false; errors: readonly FormError[]; attempt: number }

const loadErrors = () => import('#web/identity/form-errors.ts')
const unreachable =
  'We could not be reached. Check your connection and try again; what you typed is still here.'

async function errorsOf(error: unknown): Promise<FormError[] | undefined> {
  if (error instanceof Error && error.name === 'SignInCancelled') return []
  try {
    return (await loadErrors()).formErrorsOf(error)
  } catch {
    return [{ message: unreachable }]
  }
}

/** Runs one call at a time; after a failure the form keeps its values and the errors go to the summary. */
export function useIdentityForm() {
  const [state, setState] = useState<State>({ pending: false, errors: [], attempt: 0 })
  const busy = useRef(false)

  // Loads the error messages before the form is sent, because the first failure may be a lost connection.
  useEffect(() => {
    firstInteraction
      .then(loadErrors)
      .catch((error: unknown) => console.error('Error messages did not load.', error))
  }, [])

  const refuse = (errors: readonly FormError[]) =>
    setState(({ attempt }) => ({ pending: false, errors, attempt: attempt + 1 }))

  const run = async (work: () => Promise<unknown>, what = 'form'): Promise<void> => {
    if (busy.current) return
    busy.current = true
    setState(({ attempt }) => ({ pending: what, errors: [], attempt }))
    try {
      await work()
      setState(({ attempt }) => ({ pending: false, errors: [], attempt }))
    } catch (error) {
      const errors = await errorsOf(error)
      if (errors) refuse(errors)
      else
        setState(() => {
          throw error
        })
    } finally {
      busy.current = false
    }
  }

  const errorFor = (name: string) => state.errors.find((error) => error.name === name)?.message
  return { ...state, run, refuse, errorFor }
}

export type IdentityForm = ReturnType<typeof useIdentityForm>

/** Returns a reader for the text fields of a submitted form. */
export function readForm(form: HTMLFormElement): (name: string) => string {
  const values = new FormData(form)
  return (name) => {
    const value = values.get(name)
    return typeof value === 'string' ? value : ''
  }
}
