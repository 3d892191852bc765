import CalendarCheck from 'lucide-react/icons/calendar-check'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Photo as PhotoShown } from '#contract/files.ts'
import type { Conversation, Message } from '#contract/messages.ts'
import { useViewerZone } from '#web/accounts/own-account.ts'
import { useNow } from '#web/accounts/use-now.ts'
import { firstName } from '#web/bookings/parts/booking-words.ts'
import { dayIn, todayIn } from '#web/clock.ts'
import { formatDay, formatTime, formatZone } from '#web/format.ts'
import { pictureOfPhoto } from '#web/files/picture.ts'
import { eventWords } from '#web/messages/event-words.ts'
import type { Unsent } from '#web/messages/thread-state.ts'
import type { useSending } from '#web/messages/use-sending.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Photo } from '#web/ui/photo.tsx'

type Sending = ReturnType<typeof useSending>
type ListProps = { conversation: Conversation; messages: readonly Message[]; sending: Sending }

/** What was said and what happened, by days in the reader's zone. */
export function MessageList({ conversation, messages, sending }: ListProps) {
  const zone = useViewerZone()
  // The day may turn while somebody reads.
  useNow(60_000)
  const { otherReadSeq, other } = conversation
  const lastOwn = messages.findLast(({ isOwn, booking }) => isOwn && !booking)
  const days = Map.groupBy(messages, ({ at }) => dayIn(at, zone))
  return (
    <>
      {[...days].map(([day, said]) => (
        <section key={day} aria-label={dayWords(day, zone)} className="grid gap-1.5">
          <p className="figures my-3 justify-self-center rounded-full bg-green-soft px-3 py-1 text-xs text-ink-2">
            {dayWords(day, zone)}
          </p>
          <ol className="grid gap-1.5">
            {said.map((message) => (
              <li key={message.id} data-seq={message.seq} className="grid">
                {message.booking ? (
                  <HappenedLine {...{ message, zone, other: other.name }} />
                ) : (
                  <Bubble
                    {...{ message, zone, other: other.name }}
                    mark={message === lastOwn ? (message.seq <= otherReadSeq ? 'Read' : 'Sent') : null}
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
              <Waiting {...{ message, sending }} />
            </li>
          ))}
        </ol>
      )}
      <p className="mt-2 justify-self-center text-xs text-ink-3">Times are in {formatZone(zone)}.</p>
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

type SaidProps = { message: Message; zone: string; other: string }

function Bubble({ message, zone, other, mark }: SaidProps & { mark: 'Sent' | 'Read' | null }) {
  const { isOwn, text, photos, at } = message
  return (
    <>
      <Photos {...{ photos, isOwn }} name={isOwn ? 'yours' : firstName(other)} />
      {text && (
        <p className={isOwn ? ownBubble : otherBubble}>
          <span className="sr-only">{isOwn ? 'You: ' : `${firstName(other)}: `}</span>
          {text}
        </p>
      )}
      <Foot isOwn={isOwn}>
        <time dateTime={at}>{formatTime(at, zone)}</time>
        {mark && ` · ${mark}`}
      </Foot>
    </>
  )
}

type PhotosProps = { photos: readonly PhotoShown[]; isOwn: boolean; name: string }

function Photos({ photos, isOwn, name }: PhotosProps) {
  if (photos.length === 0) return null
  return (
    <ul className={cx('mb-1.5 flex max-w-[85%] flex-wrap gap-1.5', isOwn && 'justify-end justify-self-end')}>
      {photos.map((photo) => (
        <li key={photo.id}>
          <a
            href={photo.sizes.at(-1)!.url}
            target="_blank"
            rel="noreferrer"
            className="block rounded-control"
          >
            <Photo
              picture={{ ...pictureOfPhoto(photo), alt: photo.alt || `A photo of ${name}` }}
              sizes="10rem"
              className="size-40 rounded-control"
            />
          </a>
        </li>
      ))}
    </ul>
  )
}

/** One line in the middle; what was written with it stands below like a message. */
function HappenedLine({ message, zone, other }: SaidProps) {
  const { booking, at, isOwn, text } = message
  return (
    <>
      <p className="dots my-2 justify-self-center text-center text-sm text-ink-2">
        <span className="inline-flex items-center gap-1.5">
          <CalendarCheck aria-hidden className="size-4 shrink-0 text-green" />
          {eventWords(booking!)}
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

/** Shown at once; what failed stays with its reason and the way on. */
function Waiting({ message, sending }: { message: Unsent; sending: Sending }) {
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
        <div role="alert" className="flex flex-wrap items-center justify-end gap-x-2 text-sm text-rust">
          <span>Not sent. {failed.reason}</span>
          <Button kind="quiet" size="small" onClick={() => sending.retry(clientId)}>
            Retry
          </Button>
          <Button kind="quiet" size="small" onClick={() => sending.discard(message)}>
            Take back
          </Button>
        </div>
      ) : (
        <Foot isOwn>Sending…</Foot>
      )}
    </>
  )
}

const Foot = ({ isOwn, children }: { isOwn: boolean; children: ReactNode }) => (
  <p className={cx('figures px-1 text-xs text-ink-2', isOwn && 'justify-self-end')}>{children}</p>
)
