import { type FormEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Sent } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import { refuseStale, useSaving } from '#web/accounts/use-saving.ts'
import { api } from '#web/api.ts'
import { knownZones } from '#web/clock.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { NumberStepper } from '#web/ui/forms/number-stepper.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { loadToast } from '#web/ui/overlay/toast.ts'

type Terms = Sent<Endpoints['PUT /v1/admin/fee-invoice-settings']>['body']

const regionOf = (zone: string): string => (zone.includes('/') ? zone.slice(0, zone.indexOf('/')) : 'World')

/** All known time zones and the chosen one, grouped by region. */
function zoneOptions(chosen: string) {
  const zones = [...new Set(['UTC', chosen, ...knownZones()])].toSorted()
  return [...Map.groupBy(zones, regionOf)].map(([group, own]) => ({
    group,
    options: own.map((value) => ({ value, label: value.replaceAll('_', ' ') })),
  }))
}

function useTerms(loaded: Terms) {
  const [entered, setEntered] = useState(loaded)
  const { run, ...saving } = useSaving()
  const { revalidate } = useRevalidator()
  const set = (part: Partial<Terms>) => setEntered((before) => ({ ...before, ...part }))
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const body = { ...entered, version: loaded.version }
    const done = await run(async () => {
      const sent = api('PUT /v1/admin/fee-invoice-settings', { body })
      setEntered(await sent.catch((error: unknown) => refuseStale(error, revalidate)))
      await revalidate()
    })
    if (!done) return
    const toast = await loadToast()
    toast.success('The invoice settings are saved')
  }
  return { ...saving, entered, set, save }
}

/** When a month ends, and when and how its invoices have to be paid. */
export function InvoiceSettings({ loaded }: { loaded: Terms }) {
  const { entered, set, save, pending, errors, attempt, errorFor } = useTerms(loaded)
  return (
    <details>
      <summary className="link w-fit py-2">Invoice settings</summary>
      <form
        noValidate
        onSubmit={(event) => void save(event)}
        className="mt-2 grid gap-5 rounded-card border border-line bg-card p-5 sm:grid-cols-2"
      >
        <ErrorSummary errors={errors} attempt={attempt} className="sm:col-span-2" />
        <Select
          label="Time zone"
          name="timeZone"
          hint="A month ends at midnight there."
          value={entered.timeZone}
          error={errorFor('timeZone')}
          options={zoneOptions(loaded.timeZone)}
          onChange={(event) => set({ timeZone: event.target.value })}
        />
        <NumberStepper
          label="Days to pay"
          name="dueDays"
          hint="For invoices made from now on."
          unit="day"
          max={365}
          value={entered.dueDays}
          error={errorFor('dueDays')}
          onChange={(dueDays) => set({ dueDays })}
        />
        <TextArea
          label="How sitters pay you"
          name="note"
          optional
          hint="Your bank account, for example. It appears on every invoice and in its e-mail."
          rows={3}
          maxLength={500}
          className="sm:col-span-2"
          value={entered.note}
          error={errorFor('note')}
          onChange={(event) => set({ note: event.target.value })}
        />
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
