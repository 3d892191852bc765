import { type FormEvent, useState } from 'react'
import { keyDays } from '#contract/keys/codes.ts'
import type { Person } from '#web/identity/security/person.ts'
import { useProtectedForm } from '#web/identity/security/use-protected-form.tsx'
import { readForm } from '#web/identity/use-identity-form.ts'
import type { AnyKey, KeyKind } from '#web/keys/key-kind.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { FieldGroup } from '#web/ui/forms/field-group.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'

type NewKeyFormProps<S extends string, K extends AnyKey<S>> = {
  person: Person
  kind: KeyKind<S, K>
  onMade: (made: { apiKey: K; secret: string }) => void
  onClose: () => void
}

const never = 'never'
const ends = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: String(keyDays), label: 'One year' },
  { value: never, label: 'Never' },
]

export function NewKeyForm<S extends string, K extends AnyKey<S>>({
  person,
  kind,
  onMade,
  onClose,
}: NewKeyFormProps<S, K>) {
  const { pending, errors, attempt, run, refuse, errorFor, dialog } = useProtectedForm(person)
  const [chosen, setChosen] = useState<readonly S[]>([])
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
    void run(async () => onMade(await kind.add(body)))
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
      <ScopeChoice kind={kind} chosen={chosen} onChange={setChosen} error={errorFor('scopes')} />
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

type ScopeChoiceProps<S extends string, K extends AnyKey<S>> = {
  kind: KeyKind<S, K>
  chosen: readonly S[]
  onChange: (chosen: readonly S[]) => void
  error: string | undefined
}

function ScopeChoice<S extends string, K extends AnyKey<S>>({
  kind,
  chosen,
  onChange,
  error,
}: ScopeChoiceProps<S, K>) {
  const toggle = (scope: S, isOn: boolean) =>
    onChange(kind.scopes.filter((one) => (one === scope ? isOn : chosen.includes(one))))
  return (
    <FieldGroup label="What it may do" name="scopes" error={error}>
      <div className="grid gap-3 sm:grid-cols-2">
        {kind.scopes.map((scope) => (
          <Checkbox
            key={scope}
            label={kind.words[scope]}
            hint={<code>{scope}</code>}
            checked={chosen.includes(scope)}
            onChange={(event) => toggle(scope, event.currentTarget.checked)}
          />
        ))}
      </div>
    </FieldGroup>
  )
}
