import { type FormEvent, useState } from 'react'
import { useSaving } from '#web/accounts/use-saving.ts'
import { api } from '#web/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { atLeast, faultsIn, type FieldTable, type FieldValue } from '#web/ui/forms/field-table.ts'
import { FormFields, useFields } from '#web/ui/forms/form-fields.tsx'
import { Notice } from '#web/ui/notice.tsx'

type Sighting = { words: string; contact: string }

const sightingFields = (name: string): FieldTable<Sighting> => ({
  words: {
    label: 'Where and when?',
    kind: 'text',
    hint: 'The street or the place, which way, and whether anything looked wrong.',
    rows: 4,
    maxLength: 1000,
    check: atLeast(10, 'Say in a few words where and when'),
  },
  contact: {
    label: 'How can they reach you?',
    kind: 'line',
    optional: true,
    hint: `A phone number or an e-mail address. Only the people looking for ${name} see it.`,
    maxLength: 120,
  },
})

function useSighting(code: string, fields: FieldTable<Sighting>) {
  const { values, set: setValue } = useFields<Sighting>({ words: '', contact: '' })
  const [sent, setSent] = useState(0)
  // Set once, so that a retry after a lost response counts once.
  const [id, setId] = useState<string>()
  const { run, refuse, ...saving } = useSaving()

  const send = (event: FormEvent) => {
    event.preventDefault()
    const faults = faultsIn(fields, values)
    if (faults.length > 0) {
      refuse(faults)
      return
    }
    const own = id ?? crypto.randomUUID()
    setId(own)
    void run(async () => {
      await api('POST /v1/lost/:code/sightings', { params: { code }, body: { id: own, ...values } })
      setId(undefined)
      setValue('words', '')
      setSent((count) => count + 1)
    })
  }
  const set = (field: keyof Sighting, value: FieldValue) => {
    setValue(field, value)
    if (field === 'words') setId(undefined)
  }
  return { ...saving, values, set, sent, send }
}

/** Reports a sighting without an account; the people looking for the pet are notified at once. */
export function SightingForm({ code, name }: { code: string; name: string }) {
  const fields = sightingFields(name)
  const { values, set, sent, send, ...saving } = useSighting(code, fields)
  const { pending, errors, attempt, errorFor } = saving
  return (
    <Card as="section" id="seen" padding="large" aria-labelledby="seen-title" className="scroll-mt-6">
      <h2 id="seen-title" className="mb-1 text-xl">
        Have you seen {name}?
      </h2>
      <p className="mb-5 text-ink-2">
        It reaches the people looking for {name} at once. You do not need an account.
      </p>
      <form noValidate onSubmit={send} className="grid gap-5">
        <ErrorSummary errors={errors} attempt={attempt} title="It was not sent" />
        {sent > 0 && (
          <Notice kind="success" announced>
            Thank you. It is on its way. If you see {name} again, write again.
          </Notice>
        )}
        <FormFields {...{ fields, values, set, errorFor }} />
        <Button
          type="submit"
          kind="primary"
          size="large"
          className="max-sm:w-full sm:justify-self-start"
          pending={pending && 'Sending…'}
        >
          Send
        </Button>
      </form>
    </Card>
  )
}
