import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useLocation } from 'react-router'
import { accountStore } from '#web/accounts/account-store.ts'
import { deviceFavourites, mergeDeviceFavourites } from '#web/favourites/favourites.ts'
import { UnreadMessages } from '#web/messages/unread.tsx'
import { Bell } from '#web/notices/bell.tsx'
import { hint } from '#web/persisted.ts'

/** Parts of every page that only a signed-in person gets; each is a component of its own. */
export default function SignedInParts() {
  useDeviceFavouritesMerge()
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

/** Moves favourites that were saved before signing in to the account. */
function useDeviceFavouritesMerge(): void {
  const accountId = hint((state) => state.accountId)
  useEffect(() => {
    if (accountId !== null && deviceFavourites.getState().items.length > 0)
      void mergeDeviceFavourites(accountId)
  }, [accountId])
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
