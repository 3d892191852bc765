import { NavLink } from 'react-router'
import type { Conversation, Message } from '#contract/messages.ts'
import { useViewerZone } from '#web/accounts/own-account.ts'
import { useNow } from '#web/accounts/use-now.ts'
import { dayIn, todayIn } from '#web/clock.ts'
import { formatDay, formatTime, plural } from '#web/format.ts'
import { wordsInThread } from '#web/bookings/life/event-words.ts'
import { paths } from '#web/paths.ts'
import { cx } from '#web/ui/cx.ts'
import { Face } from '#web/ui/face.tsx'

const snippetOf = ({ booking, text, photos, isOwn }: Message): string => {
  if (booking) return wordsInThread(booking.event)
  const words = text || (photos.length === 1 ? 'A photo' : plural(photos.length, 'photo'))
  return isOwn ? `You: ${words}` : words
}

/** One conversation in the list: the person, the last message with its time, and whether it is unread. */
export function ConversationRow({ conversation, search }: { conversation: Conversation; search: string }) {
  const { id, other, last, lastAt, unread } = conversation
  const zone = useViewerZone()
  // Re-renders every minute, because the date may change while the list is open.
  useNow(60_000)
  const day = dayIn(lastAt, zone)
  return (
    <li>
      <NavLink
        to={`${paths.conversation(id)}${search}`}
        className={({ isActive }) =>
          cx(
            'flex min-h-18 items-center gap-3 rounded-control px-3 py-2.5 no-underline hover:bg-green-soft',
            isActive && 'bg-green-soft',
          )
        }
      >
        <Face {...other} />
        <span className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-0.5">
          <span className="flex items-baseline justify-between gap-3">
            <span className={cx('truncate', unread > 0 ? 'font-semibold' : 'font-medium')}>{other.name}</span>
            <time dateTime={lastAt} className="figures shrink-0 text-xs text-ink-2">
              {day === todayIn(zone) ? formatTime(lastAt, zone) : formatDay(day)}
            </time>
          </span>
          <span className="flex items-center justify-between gap-3">
            <span className={cx('truncate text-sm', unread > 0 ? 'font-semibold text-ink' : 'text-ink-2')}>
              {last ? snippetOf(last) : 'No messages yet'}
            </span>
            {unread > 0 && (
              <span className="figures grid h-5 min-w-5 shrink-0 place-items-center rounded-full bg-green px-1.5 text-xs font-semibold text-on-green">
                {unread}
                <span className="sr-only"> unread</span>
              </span>
            )}
          </span>
        </span>
      </NavLink>
    </li>
  )
}
