import { cancelSignInWindow, reopenSignInWindow } from '#web/identity/federated.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Shown while a provider's window is open: instructions, and buttons to open it again or cancel. */
export function WindowOpen({ name }: { name: string }) {
  return (
    <Notice
      announced
      title={`Continue in the ${name} window`}
      action={
        <>
          <Button size="small" onClick={reopenSignInWindow}>
            Open it again
          </Button>
          <Button size="small" kind="quiet" onClick={() => void cancelSignInWindow()}>
            Cancel
          </Button>
        </>
      }
    >
      It may be behind this one. When you are done there, continue here.
    </Notice>
  )
}
