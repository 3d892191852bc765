import { useContext, useEffect } from 'react'
import { UNSAFE_DataRouterContext } from 'react-router'
import { ApiProblem, NetworkProblem } from '#web/api.ts'

const repeatMs = 4_000

const isUnanswered = (error: unknown): boolean =>
  error instanceof NetworkProblem || (error instanceof ApiProblem && error.status === 503)

/** Loads a page again that the server could not answer, every few seconds with a connection. */
export function useRetryOfUnanswered(): void {
  const router = useContext(UNSAFE_DataRouterContext)?.router
  useEffect(() => {
    const tryAgain = () => {
      const { errors, navigation, revalidation } = router?.state ?? {}
      const isIdle = navigation?.state === 'idle' && revalidation === 'idle'
      if (isIdle && navigator.onLine && Object.values(errors ?? {}).some(isUnanswered))
        void router?.revalidate()
    }
    const timer = setInterval(tryAgain, repeatMs)
    return () => clearInterval(timer)
  }, [router])
}
