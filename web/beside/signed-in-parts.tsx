import { lazy, Suspense, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useLocation } from 'react-router'
import { accountStore } from '#web/accounts/account-store.ts'
import { FindButton } from '#web/beside/at-hand/find-button.tsx'
import { PaletteHost } from '#web/beside/at-hand/palette-host.tsx'
import { optional } from '#web/layout/lazy-optional.ts'
import { preferences } from '#web/persisted.ts'
import { UnreadMessages } from '#web/messages/unread.tsx'
import { Bell } from '#web/notices/bell.tsx'

const ConsentNotice = lazy(optional(() => import('#web/beside/consent-notice.tsx')))
const SittingParts = lazy(optional(() => import('#web/beside/sitting/sitting-parts.tsx')))

/** Parts of every page that only a signed-in person gets; each is a component of its own. */
export default function SignedInParts() {
  useOwnersOnly()
  const slot = useSlot('header-slot')
  const bar = useSlot('bar-messages')
  const sitter = accountStore(({ account }) => (account?.sitterId ? account.id : null))
  const asked = accountStore(({ account }) => (account?.consentsDue.length ? account : null))
  if (!slot) return null
  return (
    <>
      {createPortal(
        <>
          <FindButton />
          <UnreadMessages bar={bar} />
          <Bell />
        </>,
        slot,
      )}
      <PaletteHost />
      {asked && (
        <Suspense>
          <ConsentNotice account={asked} />
        </Suspense>
      )}
      {sitter && (
        <Suspense>
          <SittingParts accountId={sitter} slot={slot} />
        </Suspense>
      )}
    </>
  )
}

/** Ends the sitter mode of somebody else who used this device, if the person who is signed in is no sitter. */
function useOwnersOnly(): void {
  const isOwnerOnly = accountStore(({ account }) => account !== null && account.sitterId === null)
  useEffect(() => {
    if (!isOwnerOnly || !preferences.getState().mode) return
    const { mode: _, ...others } = preferences.getState()
    preferences.setState(others, true)
    delete document.documentElement.dataset['mode']
  }, [isOwnerOnly])
}

/** Returns the page's placeholder element for a part that loads later, or null on pages without a header. */
function useSlot(id: string): HTMLElement | null {
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  const { pathname } = useLocation()
  // The sign-in pages have no header; leaving them renders one, so the element is looked up again.
  useEffect(() => setSlot(pathname.startsWith('/auth/') ? null : document.getElementById(id)), [id, pathname])
  return slot
}
