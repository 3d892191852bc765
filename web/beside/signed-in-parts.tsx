import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'

/** What only the signed-in person has beside every page; each part is a component of its own. */
export default function SignedInParts() {
  const slot = useSlot('header-slot')
  return slot && createPortal(<></>, slot)
}

/** A place that the page keeps free for a part that comes later. */
function useSlot(id: string): HTMLElement | null {
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  useEffect(() => setSlot(document.getElementById(id)), [id])
  return slot
}
