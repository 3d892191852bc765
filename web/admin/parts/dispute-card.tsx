import { useCallback, useState } from 'react'
import type { Dispute } from '#contract/payments/disputes.ts'
import { firstName, formatMoney } from '#contract/words.ts'
import { useViewerZone } from '#web/accounts/own-account.ts'
import { AnswerForm } from '#web/admin/parts/dispute-answer.tsx'
import { BearForm } from '#web/admin/parts/dispute-bear.tsx'
import { disputeFailure, disputeDisplay, disputeReason } from '#web/admin/parts/dispute-words.ts'
import { type Fact, Facts } from '#web/admin/parts/facts.tsx'
import { api } from '#web/api.ts'
import { formatDatedInstant } from '#web/admin/parts/dated.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { usePolling } from '#web/use-polling.ts'

/** Reads the dispute again while a call to the payment service is pending. */
function useDispute(first: Dispute) {
  const [dispute, setDispute] = useState(first)
  const { id, sending, state, money } = dispute
  const bookingId = dispute.booking.id
  const refresh = useCallback(async () => {
    const { items } = await api('GET /v1/admin/disputes', { query: { status: 'all', bookingId } })
    const found = items.find((one) => one.id === id)
    if (found) setDispute(found)
  }, [id, bookingId])
  const lookAgain = usePolling(refresh, sending !== null || (state === 'borne' && money.open > 0))
  return { dispute, setDispute, lookAgain }
}

/** An owner's dispute with their bank: its reason, where the money is, and the operator's actions. */
export function DisputeCard({ first }: { first: Dispute }) {
  const { dispute, setDispute, lookAgain } = useDispute(first)
  const { actions, sending, failure, evidence, decision } = dispute
  const { words, tone } = disputeDisplay(dispute)
  return (
    <Card as="section" aria-labelledby={dispute.id} className="grid gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <h2 id={dispute.id} className="text-xl">
          {dispute.isInquiry ? 'The bank is asking about the payment' : 'Dispute with the bank'}
        </h2>
        <Badge tone={tone}>{words}</Badge>
      </div>
      <DisputeFacts dispute={dispute} />
      {sending && !lookAgain && (
        <Notice
          kind="info"
          announced
          title={sending === 'answer' ? 'The answer is on its way' : 'On its way'}
        >
          This takes a moment. The page then updates.
        </Notice>
      )}
      {lookAgain && (
        <Notice
          kind="info"
          announced
          title="This is taking longer than usual"
          action={
            <Button size="small" onClick={lookAgain}>
              Look again
            </Button>
          }
        >
          This page no longer updates automatically.
        </Notice>
      )}
      {failure && !sending && <Notice kind="warning">{disputeFailure(failure)}</Notice>}
      {evidence !== null && <Quoted title="Answer to the bank" text={evidence} />}
      {decision !== null && <Quoted title="Reasons for the decision" text={decision} />}
      {actions.includes('answer') && <AnswerForm dispute={dispute} onMoved={setDispute} />}
      {actions.includes('bear') && <BearForm dispute={dispute} onMoved={setDispute} />}
    </Card>
  )
}

function Quoted({ title, text }: { title: string; text: string }) {
  return (
    <div className="grid gap-1">
      <h3 className="text-base">{title}</h3>
      <p className="max-w-measure whitespace-pre-line text-ink-2">{text}</p>
    </div>
  )
}

function DisputeFacts({ dispute }: { dispute: Dispute }) {
  const zone = useViewerZone()
  const { currency, money, booking, answerBy, answeredAt, closedAt, decidedAt } = dispute
  const amount = (value: number) => formatMoney(value, currency)
  const at = (moment: string) => formatDatedInstant(moment, zone)
  const sitter = firstName(booking.sitterName)
  const sums: [string, number][] = [
    ['Taken by the bank', money.withdrawn],
    ['Bank fee', money.fee],
    ['Of which due to the owner anyway', money.covered],
    ['Covered by the site', money.byPlatform],
    [`Covered by ${sitter}`, money.bySitter],
    ['Not covered yet', money.open],
  ]
  const facts: Fact[] = [
    ['Payment', amount(dispute.amount)],
    ['Why', disputeReason(dispute.reason)],
    ['Opened', at(dispute.openedAt)],
    ...(answerBy ? [['Answer by', at(answerBy)] as Fact] : []),
    ...(answeredAt ? [['Answered', at(answeredAt)] as Fact] : []),
    ...(closedAt ? [['Closed by the bank', at(closedAt)] as Fact] : []),
    ...(decidedAt ? [['Decided', at(decidedAt)] as Fact] : []),
    ...sums.filter(([, sum]) => sum !== 0).map(([label, sum]): [string, string] => [label, amount(sum)]),
  ]
  return <Facts facts={facts} />
}
