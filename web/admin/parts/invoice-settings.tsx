import type { FormEvent } from 'react'
import { useRevalidator } from 'react-router'
import type { RequestInput } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import { refuseStale, useSaving } from '#web/accounts/use-saving.ts'
import { api } from '#web/api.ts'
import { knownZones } from '#web/clock.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import type { FieldTable } from '#web/ui/forms/field-table.ts'
import { FormFields, useFields } from '#web/ui/forms/form-fields.tsx'
import { loadToast } from '#web/ui/overlay/toast.ts'

type Terms = RequestInput<Endpoints['PUT /v1/admin/fee-invoice-settings']>['body']

const regionOf = (zone: string): string => (zone.includes('/') ? zone.slice(0, zone.indexOf('/')) : 'World')

/** All known time zones and the chosen one, grouped by region. */
function zoneOptions(chosen: string) {
  const zones = [...new Set(['UTC', chosen, ...knownZones()])].toSorted()
  return [...Map.groupBy(zones, regionOf)].map(([group, own]) => ({
    group,
    options: own.map((value) => ({ value, label: value.replaceAll('_', ' ') })),
  }))
}

type Entered = { timeZone: string; dueDays: number; note: string }

const settingsFields = (chosen: string): FieldTable<Entered> => ({
  timeZone: {
    label: 'Time zone',
    kind: 'select',
    hint: 'A month ends at midnight there.',
    options: zoneOptions(chosen),
  },
  dueDays: {
    label: 'Days to pay',
    kind: 'count',
    hint: 'For invoices made from now on.',
    unit: 'day',
    max: 365,
  },
  note: {
    label: 'How sitters pay you',
    kind: 'text',
    optional: true,
    hint: 'Your bank account, for example. It appears on every invoice and in its e-mail.',
    rows: 3,
    maxLength: 500,
    isWide: true,
  },
})

function useTerms(loaded: Terms) {
  const { version, ...stored } = loaded
  const { values, set, setValues } = useFields<Entered>(stored)
  const { run, ...saving } = useSaving()
  const { revalidate } = useRevalidator()
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const body = { ...values, version }
    const done = await run(async () => {
      const sent = api('PUT /v1/admin/fee-invoice-settings', { body })
      const { version: _next, ...saved } = await sent.catch((error: unknown) =>
        refuseStale(error, revalidate),
      )
      setValues(saved)
      await revalidate()
    })
    if (!done) return
    const toast = await loadToast()
    toast.success('The invoice settings are saved')
  }
  return { ...saving, values, set, save }
}

/** When a month ends, and when and how its invoices have to be paid. */
export function InvoiceSettings({ loaded }: { loaded: Terms }) {
  const { values, set, save, pending, errors, attempt, errorFor } = useTerms(loaded)
  return (
    <details>
      <summary className="link w-fit py-2">Invoice settings</summary>
      <form
        noValidate
        onSubmit={(event) => void save(event)}
        className="mt-2 grid gap-5 rounded-card border border-line bg-card p-5 sm:grid-cols-2"
      >
        <ErrorSummary errors={errors} attempt={attempt} className="sm:col-span-2" />
        <FormFields fields={settingsFields(loaded.timeZone)} {...{ values, set, errorFor }} />
        <Button
          type="submit"
          kind="primary"
          pending={pending && 'Saving…'}
          className="justify-self-start sm:col-span-2"
        >
          Save the settings
        </Button>
      </form>
    </details>
  )
}
