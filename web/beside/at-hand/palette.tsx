import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Account } from '#contract/accounts.ts'
import { accountStore } from '#web/accounts/account-store.ts'
import { useActions } from '#web/beside/at-hand/actions.ts'
import { type Entry, groupsOf } from '#web/beside/at-hand/entries.ts'
import { useSources } from '#web/beside/at-hand/sources.ts'
import href from '#web/ui/account-icons.css?url'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import FinderRich from '#web/ui/forms/finder-rich.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Modal } from '#web/ui/overlay/modal.tsx'

/** Finds the person's bookings and people, pages and actions by name, and opens what is chosen. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const account = accountStore((state) => state.account)
  if (!account) return null
  return (
    <Modal
      open
      onClose={onClose}
      label="Find a booking, person or page"
      className="mt-[max(1rem,8dvh)] max-h-[min(36rem,calc(92dvh-1rem))] w-[calc(100vw-2rem)] max-w-2xl flex-col overflow-hidden rounded-picture border border-line bg-card shadow-float open:flex"
    >
      <button
        type="button"
        aria-label="Close"
        className={buttonStyle({
          kind: 'quiet',
          iconOnly: true,
          className: 'absolute top-1.5 right-2 order-last z-1',
        })}
        onClick={onClose}
      >
        <Icon name="x" size={20} />
      </button>
      <Search account={account} onClose={onClose} />
    </Modal>
  )
}

function Search({ account, onClose }: { account: Account; onClose: () => void }) {
  const [text, setText] = useState('')
  const [isRefused, setRefused] = useState(false)
  const navigate = useNavigate()
  const { sources, state, retry } = useSources({ accountId: account.id, roles: account.roles }, text)
  const actions = useActions({ isSitter: account.sitterId !== null })

  const choose = (entry: Entry) => {
    // Another page cannot load without a connection.
    const isOffline = 'to' in entry && !navigator.onLine
    setRefused(isOffline)
    if (isOffline) return
    onClose()
    if ('to' in entry) void navigate(entry.to)
    else entry.act()
  }

  return (
    <>
      {/* Pages outside the account do not load these icons. With `precedence`, React would hide everything around
          the palette until they are there. */}
      <link rel="stylesheet" href={href} />
      <FinderRich
        label="Find a booking, person, page or action"
        placeholder="Name, pet, date, page…"
        listLabel="What was found"
        groupsFor={(typed) => groupsOf({ viewer: account, sources, actions }, typed)}
        onText={setText}
        onChoose={choose}
        empty={(typed) =>
          state === 'loading'
            ? 'Looking…'
            : `Nothing found for “${typed.trim()}”. Try part of a name, a pet, a date or a page.`
        }
      />
      <div role="status" className="border-t border-line px-5 py-2.5 text-sm text-ink-2 empty:hidden">
        {isRefused ? (
          'You are offline. Other pages open again when the connection is back.'
        ) : state === 'failed' ? (
          <span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            Your bookings and people could not be loaded. Pages and actions still work.
            <Button size="small" onClick={retry}>
              Try again
            </Button>
          </span>
        ) : state === 'loading' ? (
          'Loading your bookings and people…'
        ) : null}
      </div>
    </>
  )
}
