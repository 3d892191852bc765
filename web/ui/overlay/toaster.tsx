import { Toaster as Sonner } from 'sonner'

/** Load it lazily: earlier toasts are queued until it is mounted. */
export default function Toaster() {
  return <Sonner />
}
