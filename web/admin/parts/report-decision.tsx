import { type FormEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { measuresFor, type ReportMeasure } from '#contract/care/codes.ts'
import type { AdminReport } from '#contract/reports.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { api } from '#web/api.ts'
import { measureNames } from '#web/reports/report-words.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { RadioGroup } from '#web/ui/forms/radio-group.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { loadToast } from '#web/ui/overlay/toast.ts'

const leastLetters = 10

/** The measure taken on a report and its reason, which both sides read. */
export function ReportDecision({ report: { id, subjectKind, together } }: { report: AdminReport }) {
  const [measure, setMeasure] = useState<ReportMeasure>()
  const [reason, setReason] = useState('')
  const { pending, errors, attempt, run, refuse, errorFor } = useSaving()
  const { revalidate } = useRevalidator()
  const measures: readonly ReportMeasure[] = ['none', ...measuresFor[subjectKind]]
  const measureName = `measure-${id}`
  const reasonName = `reason-${id}`

  const decide = async (event: FormEvent) => {
    event.preventDefault()
    const missing = [
      ...(measure ? [] : [{ name: measureName, message: 'Choose what to do' }]),
      ...(reason.trim().length < leastLetters
        ? [{ name: reasonName, message: `Give the reason in at least ${leastLetters} letters` }]
        : []),
    ]
    if (!measure || missing.length > 0) return refuse(missing)
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
      <RadioGroup
        label="What to do"
        name={measureName}
        look="row"
        value={measure}
        error={errorFor(measureName)}
        onChange={(value) => setMeasure(measures.find((code) => code === value))}
        options={measures.map((code) => ({ value: code, label: measureNames[code] }))}
      />
      <TextArea
        label="Why"
        name={reasonName}
        hint="The person who reported and the person it is about both read it."
        rows={2}
        maxLength={1000}
        value={reason}
        error={errorFor(reasonName) ?? errorFor('reason')}
        onChange={(event) => setReason(event.target.value)}
      />
      <Button type="submit" kind="primary" pending={pending && 'Deciding…'} className="justify-self-start">
        Decide
      </Button>
    </form>
  )
}
