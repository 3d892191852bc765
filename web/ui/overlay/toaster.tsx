import { Toaster as Sonner } from 'sonner'

/**
 * Load it lazily: earlier toasts are queued until it is mounted. The library must not hear of the focus: it would send
 * it back to where it came from whenever Tab leaves a toast, so nobody would get past one by keyboard.
 */
export default function Toaster() {
  return (
    <div className="contents" onFocusCapture={(event) => event.stopPropagation()}>
      <Sonner />
    </div>
  )
}
