import { loadLazyParts } from '#web/ui/lazy-on-interaction.tsx'

/** Loads the library on demand, with the part of the page that shows its toasts. */
export async function loadToast() {
  loadLazyParts()
  const { toast } = await import('sonner')
  return toast
}
