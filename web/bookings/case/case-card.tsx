import { useState } from 'react'
import type { Booking } from '#contract/bookings/bookings.ts'
import { firstName } from '#contract/words.ts'
import { CaseWordsList } from '#web/bookings/case/case-words-list.tsx'
import { caseKindWords, caseStatusWords } from '#web/bookings/case/case-words.ts'
import { Moment } from '#web/bookings/life/next-step.tsx'
import { useShownZone } from '#web/bookings/life/shown-zone.ts'
import type { BookingInUse } from '#web/bookings/life/use-booking.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { onPress } from '#web/ui/on-press.tsx'

const CaseDialog = onPress(() => import('#web/bookings/case/case-dialog.tsx'))

type StatementAction = { event: 'answer_case' | 'appeal_case'; caseId: string }
type CaseAction = Pick<Booking['actions'][number], 'deadlineAt'> & StatementAction
const isCaseAction = (action: Booking['actions'][number]): action is CaseAction =>
  (action.event === 'answer_case' || action.event === 'appeal_case') && action.caseId !== undefined

/** Every case of the booking: both sides' statements, the next step and the decision. */
export default function CaseCard({ booking, move }: Pick<BookingInUse, 'booking' | 'move'>) {
  const [openStatement, setOpenStatement] = useState<StatementAction | null>(null)
  const { owner, sitter, role, quote, timeZone } = booking
  const zone = useShownZone()
  const names = {
    owner: role === 'owner' ? 'You' : firstName(owner.name),
    sitter: role === 'sitter' ? 'You' : firstName(sitter.name),
  }
  const cards = booking.cases.map((one) => {
    const { words, tone } = caseStatusWords[one.status]
    const action = booking.actions.filter(isCaseAction).find(({ caseId }) => caseId === one.id)
    return (
      <Card key={one.id} as="section" aria-labelledby={`case-${one.id}`} className="grid gap-4">
        <div className="flex flex-wrap items-center gap-3">
          <h2 id={`case-${one.id}`} className="text-xl">
            Case: {caseKindWords[one.kind].toLowerCase()}
          </h2>
          <Badge tone={tone}>{words}</Badge>
        </div>
        <CaseWordsList one={one} names={names} currency={quote.currency} zone={zone} placeZone={zone} />
        {one.status === 'awaiting_party' && (
          <Moment
            at={one.answerBy}
            placeZone={timeZone}
            turn={one.openedBy !== role}
            words={one.openedBy === role ? 'The other side answers by' : 'Answer by'}
          />
        )}
        {one.status !== 'resolved' && (
          <Moment at={one.decideBy} placeZone={timeZone} words="The operator decides by" />
        )}
        {one.status !== 'resolved' && one.holds && (
          <p className="text-sm text-ink-2">The sitter’s payout is on hold until the case is decided.</p>
        )}
        {action?.event === 'appeal_case' && action.deadlineAt && (
          <Moment at={action.deadlineAt} placeZone={timeZone} words="You can appeal until" />
        )}
        {action && (
          <Button
            kind={action.event === 'answer_case' ? 'primary' : 'secondary'}
            className="justify-self-start print:hidden"
            onClick={() => setOpenStatement({ event: action.event, caseId: one.id })}
          >
            {action.event === 'answer_case' ? 'Answer the case' : 'Appeal'}
          </Button>
        )}
      </Card>
    )
  })
  return (
    <>
      {cards}
      {openStatement && (
        <CaseDialog {...{ booking, move }} {...openStatement} onClose={() => setOpenStatement(null)} />
      )}
    </>
  )
}
