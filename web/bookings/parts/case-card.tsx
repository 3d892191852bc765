import type { Booking } from '#contract/bookings.ts'
import { useViewerZone } from '#web/accounts/own-account.ts'
import { firstName } from '#web/bookings/parts/booking-words.ts'
import { caseStatusWords } from '#web/bookings/parts/case-words.ts'
import { CaseWordsList } from '#web/bookings/parts/case-words-list.tsx'
import { Moment } from '#web/bookings/parts/next-step.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'

/** Every disagreement about the booking, with what both said, what comes next and what was decided. */
export default function CaseCard({ booking }: { booking: Booking }) {
  const zone = useViewerZone()
  const { owner, sitter, role, quote, timeZone } = booking
  const names = {
    owner: role === 'owner' ? 'You' : firstName(owner.name),
    sitter: role === 'sitter' ? 'You' : firstName(sitter.name),
  }
  return booking.cases.map((one) => {
    const { words, tone } = caseStatusWords[one.status]
    return (
      <Card key={one.id} as="section" aria-labelledby={`case-${one.id}`} className="grid gap-4">
        <div className="flex flex-wrap items-center gap-3">
          <h2 id={`case-${one.id}`} className="text-xl">
            Case
          </h2>
          <Badge tone={tone}>{words}</Badge>
        </div>
        <CaseWordsList one={one} names={names} currency={quote.currency} zone={zone} placeZone={timeZone} />
        {one.status === 'awaiting_party' && (
          <Moment
            at={one.answerBy}
            placeZone={timeZone}
            turn={one.openedBy !== role}
            words={one.openedBy === role ? 'The other side answers by' : 'Your answer is awaited by'}
          />
        )}
        {one.status !== 'resolved' && (
          <Moment at={one.decideBy} placeZone={timeZone} words="The operator decides by" />
        )}
        {one.status !== 'resolved' && one.holds && (
          <p className="text-sm text-ink-2">The sitter’s money waits until it is decided.</p>
        )}
      </Card>
    )
  })
}
