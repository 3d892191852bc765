import { useSaving } from '#web/accounts/use-saving.ts'
import { api } from '#web/api.ts'
import { saveFile } from '#web/bookings/papers/save-file.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { Icon } from '#web/ui/icon.tsx'

type EarningDownloadsProps = {
  accountId: string
  year: string | undefined
  period: { from: string; to: string }
  currencies: readonly string[]
}

/** The earnings of the shown months as files. A PDF has one currency, the CSV all. */
export function EarningDownloads({ accountId, year, period, currencies }: EarningDownloadsProps) {
  const { pending, errors, attempt, run } = useSaving()
  const params = { accountId }
  const name = `earnings-${year ?? `${period.from}-to-${period.to}`}`
  const saveCsv = () =>
    saveFile(
      () => api('GET /v1/accounts/:accountId/earnings/earnings.csv', { params, query: { year } }),
      `${name}.csv`,
      'text/csv',
    )
  const savePdf = (currency: string) =>
    saveFile(
      () => api('GET /v1/accounts/:accountId/earnings/earnings.pdf', { params, query: { year, currency } }),
      currencies.length > 1 ? `${name}-${currency}.pdf` : `${name}.pdf`,
      'application/pdf',
    )
  return (
    <div className="grid gap-4 print:hidden">
      <ErrorSummary errors={errors} attempt={attempt} />
      <div className="flex flex-wrap gap-3">
        {currencies.map((currency) => (
          <Button
            key={currency}
            pending={pending && 'Making the file…'}
            icon={<Icon name="download" size={18} />}
            onClick={() => void run(() => savePdf(currency))}
          >
            Download as PDF{currencies.length > 1 && ` (${currency})`}
          </Button>
        ))}
        <Button
          pending={pending && 'Making the file…'}
          icon={<Icon name="download" size={18} />}
          onClick={() => void run(saveCsv)}
        >
          Download as CSV
        </Button>
      </div>
    </div>
  )
}
