import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** Shown offline for a booking that is not stored on this device. */
export function NotStored() {
  return (
    <main className="page py-10">
      <h1 className="sr-only">On duty</h1>
      <EmptyState
        title="Not stored on this device"
        action={
          <Link to={paths.onDuty()} className={buttonStyle({ kind: 'primary' })}>
            What is stored here
          </Link>
        }
      >
        You are offline, and this booking is not stored on this device. Open it once while you are online;
        from then on you can open it offline too.
      </EmptyState>
    </main>
  )
}
