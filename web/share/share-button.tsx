import { Icon } from '#web/ui/icon.tsx'
import { Button, type ButtonKind, type ButtonSize } from '#web/ui/button.tsx'
import { loadToast } from '#web/ui/overlay/toast.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'

/** Opens the device's share sheet, or copies the URL if there is none. */
export function ShareButton({
  title,
  path,
  kind = 'quiet',
  size = 'small',
}: {
  title: string
  path: string
  kind?: ButtonKind
  size?: ButtonSize
}) {
  const hydrated = useHydrated()
  async function share() {
    const url = new URL(path, location.origin).href
    if (typeof navigator.share === 'function') {
      try {
        await navigator.share({ title, url })
        return
      } catch (error) {
        // Closing the share sheet is a choice, not a failure.
        if (error instanceof DOMException && error.name === 'AbortError') return
      }
    }
    const toast = await loadToast()
    try {
      await navigator.clipboard.writeText(url)
      toast.success('The link is copied')
    } catch {
      toast(url, { description: 'Copy this link to share the page.' })
    }
  }
  return (
    <Button
      kind={kind}
      size={size}
      className={hydrated ? '' : 'invisible'}
      icon={<Icon name="share-2" size={16} />}
      onClick={() => void share()}
    >
      Share
    </Button>
  )
}
