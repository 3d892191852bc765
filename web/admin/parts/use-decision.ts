import { useRevalidator } from 'react-router'
import { useSaving } from '#web/accounts/use-saving.ts'
import { loadToast } from '#web/ui/overlay/toast.ts'

/** Sends what was decided in a dialog, closes it, says so, and reads the page again. */
export function useDecision(onClose: () => void) {
  const saving = useSaving()
  const { revalidate } = useRevalidator()
  const decide = async (send: () => Promise<unknown>, done: string) => {
    if (!(await saving.run(send))) return
    onClose()
    const toast = await loadToast()
    toast.success(done)
    await revalidate()
  }
  return { ...saving, decide }
}
