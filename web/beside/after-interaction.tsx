import { lazy, Suspense, useEffect } from 'react'
import { KeysHost } from '#web/beside/at-hand/keys-host.tsx'
import { keepEntriesOnReload } from '#web/beside/kept-entries.ts'
import { sitterInLists } from '#web/favourites/favourites.ts'
import { optional } from '#web/layout/lazy-optional.ts'
import { sendWhenConnected } from '#web/messages/send-when-connected.ts'
import { hint } from '#web/persisted.ts'
import Toaster from '#web/ui/overlay/toaster.tsx'
import { registerOfflinePage } from '#web/worker/register.ts'

const SitterLists = lazy(optional(() => import('#web/favourites/sitter-lists.tsx')))

/** What every page needs, but nobody before they have touched the page. */
export default function AfterInteraction() {
  const accountId = hint((state) => state.accountId)
  const sitter = sitterInLists()
  useEffect(() => void registerOfflinePage(), [])
  useEffect(keepEntriesOnReload, [])
  useEffect(() => (accountId === null ? undefined : sendWhenConnected(accountId)), [accountId])
  return (
    <>
      <Toaster />
      <KeysHost />
      {accountId !== null && sitter && (
        <Suspense>
          <SitterLists key={sitter.id} {...{ accountId, sitter }} />
        </Suspense>
      )}
    </>
  )
}
