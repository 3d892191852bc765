import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useLocation } from 'react-router'
import { accountStore } from '#web/accounts/account-store.ts'
import { onDevice, takeKeptAlong } from '#web/favourites/favourites.ts'
import { UnreadMessages } from '#web/messages/unread.tsx'
import { Bell } from '#web/notices/bell.tsx'
import { hint } from '#web/persisted.ts'

/** What only the signed-in person has beside every page; each part is a component of its own. */
export default function SignedInParts() {
  useKeptOnDevice()
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

/** What was kept before signing in belongs to the account from now on. */
function useKeptOnDevice(): void {
  const accountId = hint((state) => state.accountId)
  useEffect(() => {
    if (accountId !== null && onDevice.getState().items.length > 0) void takeKeptAlong(accountId)
  }, [accountId])
}

/** What a sitter told without a network is sent from any page, and what works without one is kept up to date. */
function useCare(): void {
  const isSitter = accountStore(({ account }) => Boolean(account?.sitterId))
  useEffect(() => {
    if (isSitter) void import('#web/care/start-care.ts').then(({ startCare }) => startCare())
  }, [isSitter])
}

/** A place that the page keeps free for a part that comes later; pages without a header have none. */
function useSlot(id: string): HTMLElement | null {
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  const { pathname } = useLocation()
  // Signing in has pages without a header, and the way from there brings one.
  useEffect(() => setSlot(pathname.startsWith('/auth/') ? null : document.getElementById(id)), [id, pathname])
  return slot
}
