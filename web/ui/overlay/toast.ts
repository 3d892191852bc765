import type { ExternalToast } from 'sonner'

/** The library on demand, so that pages that never show a toast never fetch it. */
export async function loadToast() {
  const { toast } = await import('sonner')
  return toast
}

/** The one toast with its own time: an undo must stay long enough to be read and reached. */
export async function toastWithUndo(message: string, undo: () => void, options: ExternalToast = {}) {
  const toast = await loadToast()
  return toast(message, { duration: 10_000, action: { label: 'Undo', onClick: undo }, ...options })
}
