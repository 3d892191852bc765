import { Icon } from '#web/ui/icon.tsx'
import type { DraftState } from '#web/sitters/own/use-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

const words: Partial<Record<DraftState, string>> = {
  saved: 'Saved, on every device',
  saving: 'Saving…',
  failed: 'Not saved yet.',
}

/** Shows whether the draft is saved. */
export function DraftSaved({ state, onRetry }: { state: DraftState; onRetry: () => void }) {
  return (
    <p className="flex min-h-11 items-center gap-2 text-sm text-ink-2" aria-live="polite">
      {state === 'saved' && <Icon name="check" size={16} className="text-green" />}
      {words[state]}
      {state === 'failed' && (
        <Button size="small" onClick={onRetry}>
          Try again
        </Button>
      )}
    </p>
  )
}

export function DraftNotice({
  state,
  onTake,
  onKeep,
}: {
  state: DraftState
  onTake: () => void
  onKeep: () => void
}) {
  if (state !== 'elsewhere') return null
  return (
    <Notice
      kind="warning"
      title="You continued this profile on another device"
      announced
      action={
        <>
          <Button size="small" onClick={onTake}>
            Use that version
          </Button>
          <Button size="small" onClick={onKeep}>
            Keep this version
          </Button>
        </>
      }
    >
      Nothing is lost yet: choose which version to continue with.
    </Notice>
  )
}
