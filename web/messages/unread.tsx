import { Icon } from '#web/ui/icon.tsx'
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { Link } from 'react-router'
import { api, ignoreRequestError } from '#web/api.ts'
import { useLive } from '#web/live/use-live.ts'
import { unreadConversations } from '#web/messages/unread-count.ts'
import { paths } from '#web/paths.ts'
import { markTitle } from '#web/ui/page-title.ts'
import { buttonStyle } from '#web/ui/button.tsx'

/** The number of unread conversations: in the header, in the bar on phones and in the title. */
export function UnreadMessages({ bar }: { bar: HTMLElement | null }) {
  const count = useUnread()
  useTitle(count)
  const words = count === 0 ? 'Messages' : `Messages, ${count} unread`
  return (
    <>
      <Link
        to={paths.messages()}
        aria-label={words}
        title="Messages"
        className={buttonStyle({ kind: 'quiet', iconOnly: true, className: 'relative max-md:hidden' })}
      >
        <Icon name="message-circle" className="size-5" />
        {count > 0 && <Count className="top-1 right-1">{count}</Count>}
      </Link>
      {bar &&
        count > 0 &&
        createPortal(
          <>
            <Count className="top-1 left-1/2 ml-1">{count}</Count>
            <span className="sr-only">, {count} unread</span>
          </>,
          bar,
        )}
    </>
  )
}

const mostShown = 99

const Count = ({ className, children }: { className: string; children: number }) => (
  <span
    aria-hidden
    className={`figures absolute grid h-4.5 min-w-4.5 place-items-center rounded-full bg-rust px-1 text-[0.6875rem] font-semibold text-on-rust ${className}`}
  >
    {children > mostShown ? `${mostShown}+` : children}
  </span>
)

function useUnread(): number {
  const count = unreadConversations()
  const read = () => {
    api('GET /v1/conversations/unread', {}).then(
      ({ conversations }) => unreadConversations.setState(conversations, true),
      // The next live event, or the next page, reads it again.
      ignoreRequestError,
    )
  }
  useEffect(read, [])
  useLive('message', (event) => event && read())
  useLive('conversation', read)
  return count
}

/** Prefixes the document title with the count, again after each navigation because the page sets its own title. */
function useTitle(count: number): void {
  useEffect(() => {
    const unread = count === 0 ? null : count > mostShown ? `${mostShown}+` : `${count}`
    const apply = () => markTitle({ unread })
    apply()
    const observer = new MutationObserver(apply)
    observer.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => observer.disconnect()
  }, [count])
}
