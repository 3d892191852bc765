import type { FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { openContentKinds } from '#contract/staff/codes.ts'
import { FormRefusal } from '#web/accounts/call-errors.ts'
import { useToday } from '#web/accounts/own-account.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { contentPaths } from '#web/admin/content-paths.ts'
import { kindNames, slugOf } from '#web/admin/parts/content-words.ts'
import { api, ApiProblem } from '#web/api.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { atLeast, faultsIn, type FieldTable } from '#web/ui/forms/field-table.ts'
import { FormFields, useFields } from '#web/ui/forms/form-fields.tsx'

type Values = { kind: 'blog' | 'help'; title: string }

const fields: FieldTable<Values> = {
  kind: {
    label: 'Where?',
    kind: 'select',
    options: openContentKinds.map((value) => ({ value, label: kindNames[value] })),
  },
  title: {
    label: 'Title of the new text',
    kind: 'line',
    maxLength: 120,
    hint: 'Its address is made from it and stays the same.',
    check: atLeast(3, 'Write at least 3 characters'),
  },
}

/** Throws if there is a text at this address. */
async function requireFree(params: { kind: 'blog' | 'help'; slug: string }): Promise<void> {
  const found = await api('GET /v1/admin/content/:kind/:slug', { params }).catch((error: unknown) => {
    if (error instanceof ApiProblem && error.status === 404) return null
    throw error
  })
  if (found) throw new FormRefusal([{ name: 'title', message: 'There is a text at this address already' }])
}

/** Begins a post or a help article: its draft is saved and opened. */
export function NewText() {
  const { values, set } = useFields<Values>({ kind: 'blog', title: '' })
  const { pending, errors, attempt, run, refuse, errorFor } = useSaving()
  const navigate = useNavigate()
  const today = useToday()
  const begin = (event: FormEvent) => {
    event.preventDefault()
    const faults = faultsIn(fields, values)
    if (faults.length > 0) return refuse(faults)
    const { kind, title } = values
    const key = { kind, slug: slugOf(title) }
    void run(async () => {
      await requireFree(key)
      const body = { revision: 0, fields: { title, publishedOn: today }, body: '' }
      await api('PUT /v1/admin/content/:kind/:slug/draft', { params: key, body })
      await navigate(contentPaths.text(key))
    })
  }
  return (
    <details>
      <summary className="link w-fit py-1">Write a new text</summary>
      <form noValidate onSubmit={begin} className="mt-3 grid max-w-measure gap-4">
        <ErrorSummary errors={errors} attempt={attempt} />
        <FormFields {...{ fields, values, set, errorFor }} />
        <Button type="submit" kind="primary" className="justify-self-start" pending={pending && 'Saving…'}>
          Begin to write
        </Button>
      </form>
    </details>
  )
}
