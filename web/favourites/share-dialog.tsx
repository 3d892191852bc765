import { CopyLink } from '#web/accounts/parts/copy-link.tsx'
import { useSaving } from '#web/accounts/use-saving.ts'
import { shareList } from '#web/favourites/lists.ts'
import type { ShareListProps } from '#web/favourites/share-list.tsx'
import { ShareButton } from '#web/share/share-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { loadToast } from '#web/ui/overlay/toast.ts'

/** Makes the link of a list, hands it on, and ends it. */
export default function ShareDialog({ accountId, list, onClose }: ShareListProps & { onClose: () => void }) {
  const { pending, errors, attempt, run } = useSaving()
  const { id, name, url } = list
  const stop = async () => {
    if (!(await run(() => shareList(accountId, id, false)))) return
    onClose()
    const toast = await loadToast()
    toast.success(`“${name}” is no longer shared`, { description: 'Its link has stopped working.' })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Share “${name}”`}
      footer={
        url ? (
          <>
            <Button
              kind="quiet"
              className="mr-auto"
              pending={pending && 'Stopping…'}
              onClick={() => void stop()}
            >
              Stop sharing
            </Button>
            {typeof navigator.share === 'function' && (
              <ShareButton title={name} path={new URL(url).pathname} kind="secondary" size="medium" />
            )}
            <Button onClick={onClose}>Done</Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button
              kind="primary"
              pending={pending && 'Making the link…'}
              onClick={() => void run(() => shareList(accountId, id, true))}
            >
              Make a link
            </Button>
          </>
        )
      }
    >
      <div className="grid gap-4">
        <ErrorSummary errors={errors} attempt={attempt} />
        <p className="text-ink-2">
          Anybody who has the link can see the name of the list, your first name and
          {list.isEverything ? ' all sitters you save' : ' the sitters on it'}. Nobody else sees your notes.
          You can stop sharing at any time.
        </p>
        {url && <CopyLink label="Link to the list" url={url} />}
      </div>
    </Dialog>
  )
}
