import { Icon } from '#web/ui/icon.tsx'
import type { Receipt } from '#contract/ledger.ts'
import { formatMoney } from '#contract/words.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { saveFile } from '#web/bookings/papers/save-file.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'

type PaperProps = { receipt: Receipt; readFile: () => Promise<unknown> }

/** A receipt or a statement, to read, print or download. */
export function Paper({ receipt, readFile }: PaperProps) {
  const { pending, errors, attempt, run } = useSaving()
  const { operator } = receipt
  return (
    <>
      <header className="flex max-w-3xl flex-wrap items-start justify-between gap-4">
        <div>
          <h1 className="text-3xl">{receipt.title}</h1>
          <p className="figures mt-1 text-ink-2">{receipt.number}</p>
        </div>
        <address className="text-sm text-ink-2 not-italic sm:ml-auto sm:text-right">
          {[receipt.site, operator.name, operator.address, operator.email]
            .filter(Boolean)
            .map((part, index) => (
              <span key={index} className="block">
                {part}
              </span>
            ))}
        </address>
      </header>
      <Card className="grid max-w-3xl gap-8 print:border-0 print:p-0 print:shadow-none">
        <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[auto_1fr]">
          {receipt.facts.map(({ label, value }) => (
            <div key={label} className="sm:col-span-2 sm:grid sm:grid-cols-subgrid">
              <dt className="text-ink-2">{label}</dt>
              <dd className="font-medium">{value}</dd>
            </div>
          ))}
        </dl>
        {receipt.sections.map((section) => (
          <Section key={section.title} {...section} currency={receipt.currency} />
        ))}
        <div className="grid gap-2 text-sm text-ink-2">
          {receipt.notes.map((note) => (
            <p key={note} className="max-w-measure">
              {note}
            </p>
          ))}
        </div>
      </Card>
      <div className="grid gap-4 print:hidden">
        <ErrorSummary errors={errors} attempt={attempt} />
        <div className="flex flex-wrap gap-3">
          <Button
            pending={pending && 'Making the file…'}
            icon={<Icon name="download" size={18} />}
            onClick={() => void run(() => saveFile(readFile, `${receipt.number}.pdf`, 'application/pdf'))}
          >
            Download as PDF
          </Button>
          <Button kind="quiet" icon={<Icon name="printer" size={18} />} onClick={() => window.print()}>
            Print
          </Button>
        </div>
      </div>
    </>
  )
}

type SectionProps = Receipt['sections'][number] & { currency: string }

function Section({ title, rows, total, currency }: SectionProps) {
  return (
    <section>
      <h2 className="mb-2 text-xl">{title}</h2>
      <dl className="figures border-t">
        {rows.map(({ label, detail, amount }, index) => (
          <div key={index} className="flex items-baseline justify-between gap-4 py-2">
            <dt>
              {label}
              {detail && <span className="block text-sm text-ink-2">{detail}</span>}
            </dt>
            <dd className="whitespace-nowrap">{formatMoney(amount, currency)}</dd>
          </div>
        ))}
        {total && (
          <div className="flex items-baseline justify-between gap-4 border-t py-3 text-lg font-bold">
            <dt>{total.label}</dt>
            <dd className="whitespace-nowrap">{formatMoney(total.amount, currency)}</dd>
          </div>
        )}
      </dl>
    </section>
  )
}
