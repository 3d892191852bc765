import { Icon } from '#web/ui/icon.tsx'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { Photo as PhotoShown } from '#contract/files/files.ts'
import type { Conversation, Message } from '#contract/messages.ts'
import { firstName, formatZone } from '#contract/words.ts'
import { useViewerZone } from '#web/accounts/own-account.ts'
import { useNow } from '#web/accounts/use-now.ts'
import { dayIn, todayIn } from '#web/clock.ts'
import { SmallPhotos } from '#web/files/small-photos.tsx'
import { formatDay, formatTime } from '#web/format.ts'
import { wordsInThread } from '#web/bookings/life/event-words.ts'
import type { Unsent } from '#web/messages/thread-state.ts'
import type { useSending } from '#web/messages/use-sending.ts'
import { paths } from '#web/paths.ts'
import type { Reported } from '#web/reports/report-dialog.tsx'
import { reportOf } from '#web/reports/report-of.tsx'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { onPress } from '#web/ui/on-press.tsx'

const ReportDialog = onPress(() => import('#web/reports/report-dialog.tsx'))

type Sending = ReturnType<typeof useSending>
type ListProps = { conversation: Conversation; messages: readonly Message[]; sending: Sending }

/** Messages and booking events, grouped by day in the reader's time zone. */
export function MessageList({ conversation, messages, sending }: ListProps) {
  const zone = useViewerZone()
  const [reported, setReported] = useState<Reported | null>(null)
  // Re-renders every minute, because the date may change while the thread is open.
  useNow(60_000)
  const { otherReadSeq, other } = conversation
  const lastOwn = messages.findLast(({ isOwn, booking }) => isOwn && !booking)
  const days = Map.groupBy(messages, ({ at }) => dayIn(at, zone))
  return (
    <>
      {[...days].map(([day, dayMessages]) => (
        <section key={day} aria-label={dayWords(day, zone)} className="grid gap-1.5">
          <p className="figures my-3 justify-self-center rounded-full bg-green-soft px-3 py-1 text-xs text-ink-2">
            {dayWords(day, zone)}
          </p>
          <ol className="grid gap-1.5">
            {dayMessages.map((message) => (
              <li key={message.id} data-seq={message.seq} className="grid">
                {message.booking ? (
                  <HappenedLine {...{ message, zone, other: other.name }} />
                ) : (
                  <Bubble
                    {...{ message, zone, other: other.name }}
                    mark={message === lastOwn ? (message.seq <= otherReadSeq ? 'Read' : 'Sent') : null}
                    onReport={() => setReported({ kind: 'message', id: message.id, name: 'this message' })}
                  />
                )}
              </li>
            ))}
          </ol>
        </section>
      ))}
      {sending.unsent.length > 0 && (
        <ol aria-label="Not sent yet" className="grid gap-1.5">
          {sending.unsent.map((message) => (
            <li key={message.clientId} className="grid">
              <UnsentMessage {...{ message, sending }} />
            </li>
          ))}
        </ol>
      )}
      {reported && <ReportDialog reported={reported} onClose={() => setReported(null)} />}
      <p className="mt-2 justify-self-center text-xs text-ink-2">Times are {formatZone(zone)} time.</p>
    </>
  )
}

const dayWords = (day: string, zone: string): string => {
  const today = todayIn(zone)
  const words = formatDay(day, day.slice(0, 4) === today.slice(0, 4) ? 'short' : 'long')
  return day === today ? `Today, ${words}` : words
}

const bubble = 'max-w-[min(85%,34rem)] rounded-card px-3.5 py-2.5 wrap-anywhere whitespace-pre-line'
const ownBubble = `${bubble} justify-self-end rounded-br-md bg-green text-on-green`
const otherBubble = `${bubble} justify-self-start rounded-bl-md border border-line bg-card`

type MessageItemProps = { message: Message; zone: string; other: string }

type BubbleProps = MessageItemProps & { mark: 'Sent' | 'Read' | null; onReport: () => void }

function Bubble({ message, zone, other, mark, onReport }: BubbleProps) {
  const { isOwn, text, photos, at, isRemoved } = message
  const author = firstName(other)
  return (
    <>
      <Photos {...{ photos, isOwn }} name={isOwn ? 'yours' : author} />
      {text && (
        <p className={cx(isOwn ? ownBubble : otherBubble, isRemoved && 'italic')}>
          <span className="sr-only">{isOwn ? 'You: ' : `${author}: `}</span>
          {text}
        </p>
      )}
      <MessageFooter isOwn={isOwn}>
        <time dateTime={at}>{formatTime(at, zone)}</time>
        {mark && ` · ${mark}`}
        {!isOwn && !isRemoved && (
          <button
            type="button"
            aria-label={`Report the message of ${formatTime(at, zone)} from ${author}`}
            onClick={onReport}
            className="-my-3.5 ml-1 inline-grid size-11 place-items-center rounded-control align-middle text-ink-3 hover:text-ink"
          >
            <Icon name="flag" className="size-3.5" />
          </button>
        )}
      </MessageFooter>
    </>
  )
}

type PhotosProps = { photos: readonly PhotoShown[]; isOwn: boolean; name: string }

function Photos({ photos, isOwn, name }: PhotosProps) {
  return (
    <SmallPhotos
      photos={photos}
      label={`A photo of ${name}`}
      tileClassName="size-40"
      className={cx('mb-1.5 max-w-[85%]', isOwn && 'justify-end justify-self-end')}
      {...(isOwn ? {} : { action: reportOf })}
    />
  )
}

/** A booking event as a centred line; a text sent with it is shown below, like a message. */
function HappenedLine({ message, zone, other }: MessageItemProps) {
  const { booking, at, isOwn, text } = message
  return (
    <>
      <p className="dots my-2 justify-self-center text-center text-sm text-ink-2">
        <span className="inline-flex items-center gap-1.5">
          <Icon name="calendar-check" className="size-4 shrink-0 text-green" />
          {wordsInThread(booking!.event)}
        </span>
        <time dateTime={at} className="figures">
          {formatTime(at, zone)}
        </time>
        <Link to={paths.booking(booking!.id)} className="link">
          Open the booking
        </Link>
      </p>
      {text && (
        <p className={isOwn ? ownBubble : otherBubble}>
          <span className="sr-only">{isOwn ? 'You: ' : `${firstName(other)}: `}</span>
          {text}
        </p>
      )}
    </>
  )
}

/**
 * Shown optimistically. A message that could not be sent stays with the reason: it waits to be sent by itself, or was
 * refused.
 */
function UnsentMessage({ message, sending }: { message: Unsent; sending: Sending }) {
  const { text, photos, failed, clientId } = message
  return (
    <>
      <Photos photos={photos} isOwn name="yours" />
      {text && (
        <p className={cx(ownBubble, 'opacity-75')}>
          <span className="sr-only">You: </span>
          {text}
        </p>
      )}
      {failed ? (
        <div
          role={failed.isTemporary ? 'status' : 'alert'}
          className={cx(
            'flex flex-wrap items-center justify-end gap-x-2 text-sm',
            failed.isTemporary ? 'text-ink-2' : 'text-rust',
          )}
        >
          <span>
            {failed.isTemporary ? `Waiting to be sent: ${failed.reason}.` : `Not sent. ${failed.reason}`}
          </span>
          <Button kind="quiet" size="small" onClick={() => sending.retry(clientId)}>
            Retry
          </Button>
          <Button kind="quiet" size="small" onClick={() => sending.discard(message)}>
            Discard
          </Button>
        </div>
      ) : (
        <MessageFooter isOwn>Sending…</MessageFooter>
      )}
    </>
  )
}

const MessageFooter = ({ isOwn, children }: { isOwn: boolean; children: ReactNode }) => (
  <p className={cx('figures px-1 text-xs text-ink-2', isOwn && 'justify-self-end')}>{children}</p>
)
