import { type ReactNode, useEffect, useState } from 'react'
import { errorsOf } from '#web/accounts/call-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

type LoadedHereProps<T> = {
  id: string
  /** Must be the same function each time. */
  load: (id: string) => Promise<T>
  children: (loaded: T) => ReactNode
}

/** Reads something when it is opened, and offers to try again if that fails. */
export function LoadedHere<T>(props: LoadedHereProps<T>) {
  const [attempt, setAttempt] = useState(0)
  return <Attempt key={attempt} {...props} onAgain={() => setAttempt(attempt + 1)} />
}

function Attempt<T>({ id, load, children, onAgain }: LoadedHereProps<T> & { onAgain: () => void }) {
  const [state, setState] = useState<{ loaded: T } | { problem: string } | null>(null)
  useEffect(() => {
    let isWanted = true
    load(id).then(
      (loaded) => isWanted && setState({ loaded }),
      (error: unknown) => {
        const [first] = errorsOf(error) ?? []
        if (isWanted) setState({ problem: first?.message ?? 'It could not be loaded just now.' })
        if (!first) throw error
      },
    )
    return () => {
      isWanted = false
    }
  }, [id, load])

  if (!state) return <Skeleton className="h-32 w-full rounded-card" />
  if ('loaded' in state) return children(state.loaded)
  return (
    <Notice
      kind="error"
      announced
      action={
        <Button size="small" onClick={onAgain}>
          Try again
        </Button>
      }
    >
      {state.problem}
    </Notice>
  )
}
