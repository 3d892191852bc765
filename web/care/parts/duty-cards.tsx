import { useState } from 'react'
import type { Duty, ReportCard, ReportCards } from '#contract/care/report-cards.ts'
import { isStay, type Service } from '#contract/codes.ts'
import { useNow } from '#web/accounts/use-now.ts'
import { unitName } from '#web/care/care-words.ts'
import { currentUnit } from '#web/care/current-unit.ts'
import { CountsPart } from '#web/care/parts/counts-part.tsx'
import { CoursePart } from '#web/care/parts/course-part.tsx'
import { IncidentPart } from '#web/care/parts/incident-part.tsx'
import { NotesPart } from '#web/care/parts/notes-part.tsx'
import { PetsPart } from '#web/care/parts/pets-part.tsx'
import { PhotosPart } from '#web/care/parts/photos-part.tsx'
import { RoutePart } from '#web/care/parts/route-part.tsx'
import { TasksPart } from '#web/care/parts/tasks-part.tsx'
import { formatInstant } from '#web/format.ts'
import { Card } from '#web/ui/card.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { Notice } from '#web/ui/notice.tsx'

const hasWalk = (service: Service, { tasks, routes }: ReportCard): boolean =>
  service === 'dog_walking' || routes.length > 0 || tasks.some(({ kind }) => kind === 'walk')

type DutyCardsProps = { duty: Duty; report: ReportCards }

/** Shows one report card at a time, starting with the current one. */
export function DutyCards({ duty, report }: DutyCardsProps) {
  const { booking } = duty
  const now = useNow()
  const [chosen, setChosen] = useState<number | null>(null)
  const unit = chosen ?? currentUnit(report.items, now)
  const card = report.items[unit]
  if (!card) return null
  const name = (index: number) => unitName(booking.service, index, report.items.length)
  const opensLater = !report.writable && Date.parse(booking.startsAt) > now
  const part = { bookingId: booking.id, card, writable: report.writable, timeZone: booking.timeZone }
  return (
    <Card as="section" aria-labelledby="report-card" className="grid gap-6">
      <div className="grid gap-3">
        <h2 id="report-card" className="text-xl">
          {name(unit)}
        </h2>
        {report.items.length > 1 ? (
          <Select
            label="Which one"
            value={`${unit}`}
            onChange={(event) => setChosen(Number(event.target.value))}
            options={report.items.map((one) => ({
              value: `${one.unit}`,
              label: `${name(one.unit)}: ${formatInstant(one.startsAt, booking.timeZone)}${one.leftAt ? ' (done)' : ''}`,
            }))}
          />
        ) : (
          <p className="text-ink-2">{formatInstant(card.startsAt, booking.timeZone)}</p>
        )}
        {opensLater && <Notice>You can fill in the card from two hours before the start.</Notice>}
        {!report.writable && !opensLater && <Notice>This card is closed. You can only read it now.</Notice>}
      </div>
      <CoursePart
        {...part}
        isFirst={!isStay(booking.service) || unit === 0}
        isLast={!isStay(booking.service) || unit === report.items.length - 1}
        endsBooking={unit === report.items.length - 1}
        service={booking.service}
      />
      <TasksPart {...part} />
      {report.routeDays > 0 && hasWalk(booking.service, card) && (
        <RoutePart {...part} key={`route-${unit}`} routeDays={report.routeDays} />
      )}
      <CountsPart {...part} />
      <PetsPart {...part} />
      <PhotosPart {...part} />
      <NotesPart {...part} key={`notes-${unit}`} />
      <IncidentPart {...part} key={`incident-${unit}`} />
    </Card>
  )
}
