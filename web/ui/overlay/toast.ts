import type { ExternalToast } from 'sonner'
import { loadLazyParts } from '#web/ui/lazy-on-interaction.tsx'

/** Loads the library on demand, with the part of the page that shows its toasts. */
export async function loadToast() {
  loadLazyParts()
  const { toast } = await import('sonner')
  return toast
}

/** Shows a toast with an undo button. It stays longer than others, so that the button can be read and reached. */
export async function toastWithUndo(message: string, undo: () => void, options: ExternalToast = {}) {
  const toast = await loadToast()
  return toast(message, { duration: 10_000, action: { label: 'Undo', onClick: undo }, ...options })
}
