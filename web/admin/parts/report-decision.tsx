import type { FormEvent } from 'react'
import { useRevalidator } from 'react-router'
import { measuresFor, type ReportMeasure } from '#contract/care/codes.ts'
import type { AdminReport } from '#contract/reports.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { api } from '#web/api.ts'
import { measureNames } from '#web/reports/report-words.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { atLeast, faultsIn, type FieldTable } from '#web/ui/forms/field-table.ts'
import { FormFields, useFields } from '#web/ui/forms/form-fields.tsx'
import { loadToast } from '#web/ui/overlay/toast.ts'

const minLength = 10

type Decision = { measure: ReportMeasure | ''; reason: string }

const decisionFields = (measures: readonly ReportMeasure[]): FieldTable<Decision> => ({
  measure: {
    label: 'What to do',
    kind: 'choice',
    variant: 'row',
    options: measures.map((code) => ({ value: code, label: measureNames[code] })),
    check: (measure) => (measure === '' ? 'Choose what to do' : undefined),
  },
  reason: {
    label: 'Why',
    kind: 'text',
    hint: 'The person who reported and the person it is about both read it.',
    rows: 2,
    maxLength: 1000,
    check: atLeast(minLength, `Give the reason in at least ${minLength} letters`),
  },
})

/** The measure taken on a report and its reason, which both sides read. */
export function ReportDecision({ report: { id, subjectKind, together } }: { report: AdminReport }) {
  const { values, set } = useFields<Decision>({ measure: '', reason: '' })
  const { pending, errors, attempt, run, refuse, errorFor } = useSaving()
  const { revalidate } = useRevalidator()
  const fields = decisionFields(['none', ...measuresFor[subjectKind]])

  const decide = async (event: FormEvent) => {
    event.preventDefault()
    const { measure, reason } = values
    const faults = faultsIn(fields, values, id)
    if (measure === '' || faults.length > 0) return refuse(faults)
    const done = await run(() =>
      api('POST /v1/admin/reports/:reportId/decide', { params: { reportId: id }, body: { measure, reason } }),
    )
    if (!done) return undefined
    await revalidate()
    const toast = await loadToast()
    toast.success(together > 1 ? `${together} reports are decided` : 'The report is decided')
    return undefined
  }

  return (
    <form noValidate onSubmit={(event) => void decide(event)} className="grid gap-4 border-t pt-4">
      <ErrorSummary errors={errors} attempt={attempt} />
      <FormFields {...{ fields, values, set, errorFor }} scope={id} />
      <Button type="submit" kind="primary" pending={pending && 'Deciding…'} className="justify-self-start">
        Decide
      </Button>
    </form>
  )
}
