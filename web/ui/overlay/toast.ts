import { loadLazyParts } from '#web/ui/lazy-on-interaction.tsx'

/** Loads the library on demand, with the part of the page that shows its toasts. */
export async function loadToast() {
  loadLazyParts()
  const { toast } = await import('sonner')
  return toast
}

/** How long a toast with a button stays, in milliseconds: longer than others, so that it can be read and reached. */
export const toastWithButtonMs = 10_000
