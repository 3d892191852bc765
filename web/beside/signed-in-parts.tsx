import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useLocation } from 'react-router'
import { accountStore } from '#web/accounts/account-store.ts'
import { UnreadMessages } from '#web/messages/unread.tsx'
import { Bell } from '#web/notices/bell.tsx'

/** Parts of every page that only a signed-in person gets; each is a component of its own. */
export default function SignedInParts() {
  useCare()
  const slot = useSlot('header-slot')
  const bar = useSlot('bar-messages')
  return (
    slot &&
    createPortal(
      <>
        <UnreadMessages bar={bar} />
        <Bell />
      </>,
      slot,
    )
  )
}

/** Sends care entries that were recorded offline, from any page, and keeps the offline data up to date. */
function useCare(): void {
  const isSitter = accountStore(({ account }) => Boolean(account?.sitterId))
  useEffect(() => {
    if (isSitter) void import('#web/care/start-care.ts').then(({ startCare }) => startCare())
  }, [isSitter])
}

/** Returns the page's placeholder element for a part that loads later, or null on pages without a header. */
function useSlot(id: string): HTMLElement | null {
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  const { pathname } = useLocation()
  // The sign-in pages have no header; leaving them renders one, so the element is looked up again.
  useEffect(() => setSlot(pathname.startsWith('/auth/') ? null : document.getElementById(id)), [id, pathname])
  return slot
}
