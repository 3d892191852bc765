import { Toaster as Sonner } from 'sonner'

/** Load it lazily: toasts shown before it has arrived wait for it. */
export default function Toaster() {
  return <Sonner />
}
