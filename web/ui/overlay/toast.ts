import type { ExternalToast } from 'sonner'

/** Loads the library on demand, so that pages that never show a toast never fetch it. */
export async function loadToast() {
  const { toast } = await import('sonner')
  return toast
}

/** Shows a toast with an undo button. It stays longer than others, so that the button can be read and reached. */
export async function toastWithUndo(message: string, undo: () => void, options: ExternalToast = {}) {
  const toast = await loadToast()
  return toast(message, { duration: 10_000, action: { label: 'Undo', onClick: undo }, ...options })
}
