import type { ReportCards } from '#contract/care/report-cards.ts'
import { firstName, formatMoney } from '#contract/words.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { moneyWordsFor } from '#web/bookings/life/money-words.ts'
import type { BookingInUse } from '#web/bookings/life/use-booking.ts'
import { plural } from '#web/format.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { unitWord } from '#web/words.ts'

type ClaimNoticeProps = { claim: NonNullable<ReportCards['claim']> } & Pick<BookingInUse, 'booking' | 'move'>

/** Shown if visits were clearly shorter than paid for: the amount, and a button that opens a case for it. */
export function ClaimNotice({ claim, booking, move }: ClaimNoticeProps) {
  const { pending, errors, attempt, run } = useSaving()
  const amount = formatMoney(claim.amount, booking.quote.currency)
  const name = firstName(booking.sitter.name)
  const openCase = () =>
    run(() => move({ event: 'open_case', kind: 'care', words: claim.words, asked: claim.amount }))
  const what = plural(claim.units.length, unitWord(booking.service))
  return (
    <div className="grid gap-3">
      <ErrorSummary errors={errors} attempt={attempt} />
      <Notice
        kind="warning"
        title={`${what} ${claim.units.length === 1 ? 'was' : 'were'} clearly shorter than booked`}
        action={
          <Button kind="primary" pending={pending && 'Asking…'} onClick={() => void openCase()}>
            {moneyWordsFor(booking).claim(amount)}
          </Button>
        }
      >
        The missing time is worth {amount}, including its share of the service fee. Asking opens a case:{' '}
        {name} answers, and if you do not agree, the operator decides.
      </Notice>
    </div>
  )
}
