import { loadToast } from '#web/ui/overlay/toast.ts'

/** Opens the device's share sheet, or copies the URL if there is none. */
export async function share(title: string, path: string): Promise<void> {
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
