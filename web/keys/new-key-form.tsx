import { type FormEvent, useState } from 'react'
import { keyDays, type KeyScope, keyScopes } from '#contract/keys/codes.ts'
import type { ApiKey } from '#contract/keys/keys.ts'
import { api } from '#web/api.ts'
import type { Person } from '#web/identity/security/person.ts'
import { useProtectedForm } from '#web/identity/security/use-protected-form.tsx'
import { readForm } from '#web/identity/use-identity-form.ts'
import { scopeWords } from '#web/keys/key-words.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { FieldGroup } from '#web/ui/forms/field-group.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'

type NewKeyFormProps = {
  person: Person
  onMade: (made: { apiKey: ApiKey; secret: string }) => void
  onClose: () => void
}

const never = 'never'
const ends = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: String(keyDays), label: 'One year' },
  { value: never, label: 'Never' },
]

export function NewKeyForm({ person, onMade, onClose }: NewKeyFormProps) {
  const { pending, errors, attempt, run, refuse, errorFor, dialog } = useProtectedForm(person)
  const [chosen, setChosen] = useState<readonly KeyScope[]>([])
  const toggle = (scope: KeyScope, isOn: boolean) =>
    setChosen((before) => keyScopes.filter((one) => (one === scope ? isOn : before.includes(one))))
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const read = readForm(event.currentTarget)
    const [name, end] = [read('name').trim(), read('expiresInDays')]
    const missing = [
      ...(name ? [] : [{ name: 'name', message: 'Give the key a name' }]),
      ...(chosen.length > 0 ? [] : [{ name: 'scopes', message: 'Choose what the key may do' }]),
    ]
    if (missing.length > 0) return refuse(missing)
    const body = { name, scopes: [...chosen], expiresInDays: end === never ? null : Number(end) }
    void run(async () => onMade(await api('POST /v1/api-keys', { body })))
  }
  return (
    <form noValidate onSubmit={submit} aria-label="New API key" className="grid gap-5">
      <ErrorSummary errors={errors} attempt={attempt} />
      <TextField
        label="Name"
        hint="By which you recognise it, like the program that uses it."
        name="name"
        maxLength={60}
        error={errorFor('name')}
      />
      <FieldGroup label="What it may do" name="scopes" error={errorFor('scopes')}>
        <div className="grid gap-3 sm:grid-cols-2">
          {keyScopes.map((scope) => (
            <Checkbox
              key={scope}
              label={scopeWords[scope]}
              hint={<code>{scope}</code>}
              checked={chosen.includes(scope)}
              onChange={(event) => toggle(scope, event.currentTarget.checked)}
            />
          ))}
        </div>
      </FieldGroup>
      <Select
        label="Expires after"
        name="expiresInDays"
        options={ends}
        defaultValue={String(keyDays)}
        error={errorFor('expiresInDays')}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" kind="primary" pending={pending && 'Creating…'}>
          Create the key
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
      {dialog}
    </form>
  )
}
