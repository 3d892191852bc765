import { Icon } from '#web/ui/icon.tsx'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Booking } from '#contract/bookings/bookings.ts'
import type { ReportCard, ReportCards } from '#contract/care/report-cards.ts'
import { runningStatuses } from '#contract/codes.ts'
import { api, ignoreRequestError } from '#web/api.ts'
import { useShownZone } from '#web/bookings/life/shown-zone.ts'
import type { BookingInUse } from '#web/bookings/life/use-booking.ts'
import { handoverWords } from '#web/care/care-words.ts'
import { ClaimNotice } from '#web/care/parts/claim-notice.tsx'
import { HandoverFacts } from '#web/care/parts/handover-facts.tsx'
import { ReportCardView } from '#web/care/parts/report-card-view.tsx'
import { useLive } from '#web/live/use-live.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

type ReportSectionProps = Pick<BookingInUse, 'booking' | 'move'>

/** True if the card has any entries. */
export const hasEntries = (card: ReportCard): boolean =>
  Boolean(card.arrivedAt ?? card.leftAt ?? card.incident) ||
  card.notes.length + card.photos.length + card.pee.length + card.poo.length > 0 ||
  card.tasks.some(({ done }) => done) ||
  card.pets.some(({ mood, foodPercent }) => mood !== null || foodPercent !== null)

const shownAtFirst = 3

const isRunningNow = ({ status }: Booking): boolean => (runningStatuses as readonly string[]).includes(status)

const noEntries: Record<Booking['role'], Record<'running' | 'over', string>> = {
  owner: {
    running: 'No updates yet. Arrival, meals, medicine, walks and notes appear here as they happen.',
    over: 'No updates were sent for this booking.',
  },
  sitter: {
    running: 'Nothing is recorded yet. “On duty” works on your phone offline too.',
    over: 'Nothing was recorded for this booking.',
  },
}

/** The sitter's report cards, newest first, for the owner and the sitter. */
export default function ReportSection({ booking, move }: ReportSectionProps) {
  const { report, isMissing, look } = useCards(booking)
  const isRunning = isRunningNow(booking)
  const isSitter = booking.role === 'sitter'
  return (
    <Card as="section" aria-labelledby="report-cards" className="grid gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="report-cards" className="text-xl">
          Report cards
        </h2>
        <div className="flex flex-wrap gap-3 print:hidden">
          {isRunning && (
            <Link
              to={paths.care(booking.id, 'emergency')}
              className={buttonStyle({ kind: 'secondary', size: 'small' })}
            >
              <Icon name="siren" size={18} />
              Emergency card
            </Link>
          )}
          {isSitter && (
            <Link to={paths.care(booking.id)} className={buttonStyle({ kind: 'secondary', size: 'small' })}>
              <Icon name="clipboard-pen" size={18} />
              On duty
            </Link>
          )}
        </div>
      </div>
      {!report && !isMissing && <Skeleton className="h-32 w-full rounded-control" />}
      {isMissing && (
        <div className="flex flex-wrap items-center gap-3">
          <p role="alert">The report cards could not be loaded.</p>
          <Button size="small" onClick={() => void look()}>
            Try again
          </Button>
        </div>
      )}
      {report && <ReportCardList report={report} booking={booking} move={move} />}
    </Card>
  )
}

/** Loads the cards again whenever the booking or a card changes. */
function useCards({ id, version }: Booking) {
  const [report, setReport] = useState<ReportCards | null>(null)
  const [isMissing, setMissing] = useState(false)
  const look = useCallback(async () => {
    try {
      setReport(await api('GET /v1/bookings/:bookingId/report-cards', { params: { bookingId: id } }))
      setMissing(false)
    } catch (error) {
      ignoreRequestError(error)
      setMissing(true)
    }
  }, [id])
  const seen = useRef(version)
  useEffect(() => {
    seen.current = version
    void look()
  }, [look, version])
  useLive('report-card', (event) => {
    if (!event || event['bookingId'] === id) void look()
  })
  return { report, isMissing, look }
}

function ReportCardList({ report, booking, move }: ReportSectionProps & { report: ReportCards }) {
  const zone = useShownZone()
  const cards = report.items.filter(hasEntries).toReversed()
  const [all, setAll] = useState(false)
  const shown = all ? cards : cards.slice(0, shownAtFirst)
  if (cards.length === 0 && report.handovers.length === 0)
    return <p className="text-ink-2">{noEntries[booking.role][isRunningNow(booking) ? 'running' : 'over']}</p>
  return (
    <div className="grid gap-6">
      {report.claim && <ClaimNotice claim={report.claim} booking={booking} move={move} />}
      {shown.map((card) => (
        <ReportCardView
          key={card.unit}
          card={card}
          booking={{ ...booking, timeZone: zone }}
          count={report.items.length}
        />
      ))}
      {shown.length < cards.length && (
        <Button className="justify-self-start print:hidden" onClick={() => setAll(true)}>
          All {cards.length}
        </Button>
      )}
      {report.handovers.map((handover) => (
        <section key={handover.moment} aria-label={handoverWords[handover.moment]} className="grid gap-3">
          <h3 className="text-lg">{handoverWords[handover.moment]}</h3>
          <HandoverFacts handover={handover} timeZone={zone} />
        </section>
      ))}
    </div>
  )
}
