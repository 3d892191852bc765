import { Icon } from '#web/ui/icon.tsx'
import { useState } from 'react'
import type { Booking } from '#contract/bookings/bookings.ts'
import type { ReportCard } from '#contract/care/report-cards.ts'
import { isStay } from '#contract/codes.ts'
import { moodWords, taskWords, timeOnly, unitName } from '#web/care/care-words.ts'
import { CardPhoto, pictureOfCard } from '#web/care/parts/card-photo.tsx'
import { RoutePicture } from '#web/care/parts/route-picture.tsx'
import { formatDay, formatInstant, plural } from '#web/format.ts'
import { reportOf } from '#web/reports/report-of.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { onPress } from '#web/ui/on-press.tsx'

const Lightbox = onPress(() => import('#web/ui/overlay/lightbox.tsx'))

type ReportCardViewProps = {
  card: ReportCard
  booking: Pick<Booking, 'service' | 'timeZone' | 'pets' | 'role'>
  /** Number of cards in the booking. */
  count: number
}

/** A read-only report card: times, tasks, and how each pet was. */
export function ReportCardView({
  card,
  booking: { service, timeZone, pets, role },
  count,
}: ReportCardViewProps) {
  const clock = (at: string) => timeOnly(formatInstant(at, timeZone))
  const done = card.tasks.filter((task) => task.done)
  const open = card.tasks.filter((task) => !task.done)
  const isOver = card.leftAt !== null
  const name = unitName(service, card.unit, count)
  return (
    <article
      aria-label={name}
      className="grid gap-3 break-inside-avoid border-t border-line pt-5 first:border-0 first:pt-0"
    >
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="text-lg">{name}</h3>
        <span className="text-ink-2">{formatDay(card.on, 'long')}</span>
        {card.short && <Badge tone="rust">Shorter than booked</Badge>}
      </header>
      <Course card={card} clock={clock} />
      {done.length > 0 && (
        <ul className="grid gap-1.5">
          {done.map((task) => (
            <DoneTask key={task.key} {...{ task, clock }} isNamed={pets.length > 1} />
          ))}
        </ul>
      )}
      {isOver && open.length > 0 && (
        <p className="text-sm text-ink-2">
          Not ticked: {open.map((task) => `${taskWords[task.kind].toLowerCase()} (${task.label})`).join(', ')}
          .
        </p>
      )}
      <Counts card={card} />
      {card.incident && (
        <Notice kind={card.incident.happened ? 'warning' : 'success'}>
          {card.incident.happened ? card.incident.words : 'Nothing went wrong.'}
        </Notice>
      )}
      <CardPhotos photos={card.photos} {...{ name, role, timeZone }} />
      {isOver && card.photos.length === 0 && !isStay(service) && (
        <p className="text-sm text-ink-2">No photo was sent.</p>
      )}
      {card.routes.length > 0 && <RoutePicture routes={card.routes} />}
      {card.notes.map((note) => (
        <blockquote key={note.id} className="rounded-control bg-paper px-4 py-3">
          <p className="whitespace-pre-line">{note.text}</p>
          <footer className="figures mt-1 text-sm text-ink-2">
            {formatInstant(note.at, timeZone)}
            {wasSentLate(note) && `, sent ${formatInstant(note.receivedAt, timeZone)}`}
          </footer>
        </blockquote>
      ))}
    </article>
  )
}

const lateAfterMs = 15 * 60_000
/** Entries recorded offline reach the server later than they happened. */
const wasSentLate = ({ at, receivedAt }: { at: string; receivedAt: string }): boolean =>
  Date.parse(receivedAt) - Date.parse(at) > lateAfterMs

type Clock = (at: string) => string
/** `isNamed`: the pet is named, because there are several. */
type DoneTaskProps = { task: ReportCard['tasks'][number]; clock: Clock; isNamed: boolean }

function DoneTask({ task: { kind, petName, label, done }, clock, isNamed }: DoneTaskProps) {
  return (
    <li className="flex items-start gap-2">
      <Icon name="check" size={18} className="mt-1 shrink-0 text-green" />
      <span>
        <span className="sr-only">Done: </span>
        <span className="font-medium">
          {taskWords[kind]}
          {isNamed && petName ? ` for ${petName}` : ''}
        </span>{' '}
        <span className="text-ink-2">{done?.dose || label}</span>{' '}
        <span className="figures text-sm text-ink-2">{done && clock(done.at)}</span>
      </span>
    </li>
  )
}

function Course({ card, clock }: { card: ReportCard; clock: Clock }) {
  const { arrivedAt, leftAt, plannedMinutes, actualMinutes } = card
  if (!arrivedAt && !leftAt) return null
  const came = plannedMinutes === null ? 'Began' : 'Arrived'
  const went = plannedMinutes === null ? 'Ended' : 'Left'
  return (
    <p className="figures dots">
      {arrivedAt && (
        <span>
          {came} {clock(arrivedAt)}
        </span>
      )}
      {leftAt && (
        <span>
          {went} {clock(leftAt)}
        </span>
      )}
      {plannedMinutes !== null && actualMinutes !== null && (
        <span className={card.short ? 'font-semibold text-rust' : undefined}>
          {plural(actualMinutes, 'minute')} of {plannedMinutes} booked
        </span>
      )}
    </p>
  )
}

function Counts({ card }: { card: ReportCard }) {
  const facts = [
    card.pee.length > 0 ? `Pee ${card.pee.length}` : null,
    card.poo.length > 0 ? `Poo ${card.poo.length}` : null,
    ...card.pets.flatMap(({ name, mood, foodPercent }) => [
      mood ? `${name}: ${moodWords[mood].toLowerCase()}` : null,
      foodPercent === null ? null : `${name} ate ${foodPercent} %`,
    ]),
  ].filter((fact) => fact !== null)
  if (facts.length === 0) return null
  return (
    <p className="figures dots text-ink-2">
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
    </p>
  )
}

type CardPhotosProps = {
  photos: ReportCard['photos']
  /** Name of the card. */
  name: string
  role: Booking['role']
  timeZone: string
}

function CardPhotos({ photos, name, role, timeZone }: CardPhotosProps) {
  const [shown, setShown] = useState<number | null>(null)
  if (photos.length === 0) return null
  return (
    <>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        {photos.map(({ id, at, photo }, index) => (
          <li key={id}>
            <CardPhoto photo={photo} at={formatInstant(at, timeZone)} onOpen={() => setShown(index)} />
          </li>
        ))}
      </ul>
      {shown !== null && (
        <Lightbox
          pictures={photos.map(({ at, photo }) => pictureOfCard(photo, formatInstant(at, timeZone)))}
          label={`Photos of ${name}`}
          startAt={shown}
          onClose={() => setShown(null)}
          action={role === 'owner' ? reportOf : undefined}
        />
      )}
    </>
  )
}
