import type { User } from 'firebase/auth'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { createOwnAccount, findOwnAccount } from '#web/identity/enter.ts'
import { markSessionEnded } from '#web/identity/session-started.ts'
import type { IdentityForm } from '#web/identity/use-identity-form.ts'

type Entrance = {
  form: Pick<IdentityForm, 'run'>
  next: string
  /** Known: the account is made without asking. */ nameOf?: (user: User) => string | null
}

/**
 * What follows a sign-in: the account is there, or is made, or is asked for (`unfinished`). Who is signed in already goes on
 * at once, as does who comes back from another service.
 */
export function useEnter({ form: { run }, next, nameOf }: Entrance) {
  const navigate = useNavigate()
  const [unfinished, setUnfinished] = useState<User | null>(null)
  /** Somebody came in by the form, while who came in before was still being read. */
  const entered = useRef(false)

  const goOn = async () => {
    markSessionEnded(false)
    await navigate(next, { replace: true })
  }
  const enter = async (user: User) => {
    entered.current = true
    const name = nameOf?.(user)
    const found = await findOwnAccount(user)
    if (!found && name) await createOwnAccount(user, name)
    if (found || name) await goOn()
    else setUnfinished(user)
  }

  useEffect(() => {
    let open = true
    const arrive = async () => {
      const { takeRedirect, waitForUser } = await import('#web/identity/session.ts')
      const failure = await takeRedirect().then(
        () => undefined,
        (error: unknown) => error,
      )
      const user = await waitForUser()
      if (!open || entered.current || (!user && !failure)) return
      await run(async () => {
        if (!user) throw failure
        await enter(user)
      })
    }
    arrive().catch((error: unknown) => console.error('Who is signed in could not be read.', error))
    return () => {
      open = false
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the page opens
  }, [])

  return { enter, goOn, unfinished }
}
