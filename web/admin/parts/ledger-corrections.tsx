import { Link } from 'react-router'
import type { EndpointResponse } from '#contract/endpoint.ts'
import { correctionAccounts } from '#contract/payments/codes.ts'
import { mayDo } from '#contract/staff/codes.ts'
import type { LedgerCorrection, listCorrections } from '#contract/staff/corrections.ts'
import { correctionAccountWords } from '#contract/staff/words.ts'
import { formatMoney } from '#contract/words.ts'
import { useAccount } from '#web/accounts/account-layout.tsx'
import { useViewerZone } from '#web/accounts/own-account.ts'
import { moneyPaths } from '#web/admin/money-paths.ts'
import { CorrectionDecision } from '#web/admin/parts/correction-decision.tsx'
import { CorrectionForm } from '#web/admin/parts/correction-form.tsx'
import { More, usePages } from '#web/admin/parts/pages.tsx'
import { api } from '#web/api.ts'
import { formatDatedInstant } from '#web/admin/parts/dated.ts'
import { Badge, type Tone } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

type Loaded = EndpointResponse<typeof listCorrections>

/** The corrections of the ledger, with a form for a new one. */
export function LedgerCorrections({ loaded }: { loaded: Loaded }) {
  const account = useAccount()
  const { items, approvalAbove, currency } = loaded
  return (
    <div className="grid gap-8">
      {mayDo(account?.roles ?? [], 'money.change') && (
        <CorrectionForm approvalAbove={approvalAbove} currency={currency} />
      )}
      <Corrections key={items.map(({ id, state }) => id + state).join()} first={loaded} />
    </div>
  )
}

function Corrections({ first }: { first: Loaded }) {
  const { items, foot } = usePages(first, (cursor) =>
    api('GET /v1/admin/ledger/corrections', { query: { cursor } }),
  )
  if (items.length === 0)
    return (
      <Card>
        <EmptyState title="No corrections so far">
          Entries are never changed; what is wrong is corrected by a new transfer, which appears here.
        </EmptyState>
      </Card>
    )
  return (
    <section aria-labelledby="corrections" className="grid gap-4">
      <h2 id="corrections" className="text-xl">
        Corrections, newest first
      </h2>
      <ul className="grid gap-4">
        {items.map((correction) => (
          <Correction key={correction.id} correction={correction} />
        ))}
      </ul>
      <More {...foot} nouns={['correction', 'corrections']} />
    </section>
  )
}

const states: Record<LedgerCorrection['state'], { words: string; tone: Tone }> = {
  waiting: { words: 'Waits for a second person', tone: 'gold' },
  posted: { words: 'Posted', tone: 'green' },
  rejected: { words: 'Rejected', tone: 'neutral' },
}

/** "Sitter of the booking (Sam)". */
function sideWords({ booking }: LedgerCorrection, side: LedgerCorrection['debit']): string {
  const { of } = correctionAccounts[side]
  return of && booking
    ? `${correctionAccountWords[side]} (${booking.names[of]})`
    : correctionAccountWords[side]
}

function Correction({ correction }: { correction: LedgerCorrection }) {
  const zone = useViewerZone()
  const { state, amount, currency, debit, credit, booking, reason, needsApproval } = correction
  const { proposedAt, proposedBy, decidedAt, decidedBy, decision, actions } = correction
  const { words, tone } = states[state]
  return (
    <Card as="li" className="grid gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <h3 className="figures text-lg">{formatMoney(amount, currency)}</h3>
        <Badge tone={tone}>{words}</Badge>
      </div>
      <p>
        Debit: {sideWords(correction, debit)}. Credit: {sideWords(correction, credit)}.
        {booking && (
          <>
            {' '}
            <Link to={moneyPaths.ledger({ view: 'transfers', booking: booking.number })} className="link">
              Booking {booking.number}
            </Link>
          </>
        )}
      </p>
      <p className="whitespace-pre-line">{reason}</p>
      <p className="text-sm text-ink-2">
        {needsApproval ? 'Proposed' : 'Posted'} by {proposedBy.name},{' '}
        <time dateTime={proposedAt}>{formatDatedInstant(proposedAt, zone)}</time>
      </p>
      {needsApproval && decidedAt && (
        <p className="text-sm text-ink-2">
          {state === 'posted' ? 'Approved' : 'Rejected'} by {decidedBy?.name},{' '}
          <time dateTime={decidedAt}>{formatDatedInstant(decidedAt, zone)}</time>
          {decision && `: ${decision}`}
        </p>
      )}
      {actions.length > 0 && <CorrectionDecision correction={correction} />}
    </Card>
  )
}
