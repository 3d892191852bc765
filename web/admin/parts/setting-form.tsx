import { type FormEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { SettingField, SettingPreview } from '#contract/staff/settings.ts'
import { refuseStale, useSaving } from '#web/accounts/use-saving.ts'
import { SettingEffect } from '#web/admin/parts/setting-effect.tsx'
import { enteredIn, textOf, unitOf, wordsOf } from '#web/admin/parts/setting-text.ts'
import { api } from '#web/api.ts'
import { plural } from '#web/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { loadToast } from '#web/ui/overlay/toast.ts'

const sectionNames: Record<SettingField['section'], string> = {
  open: 'What is open',
  money: 'Money and prices',
  fees: 'Service fees',
  invitations: 'Invitations',
  cancellations: 'Cancellations',
  requests: 'Requests and deadlines',
  visits_and_stays: 'Stays and visits',
  capacity: 'Capacity',
  cases: 'Cases and no-shows',
  payments: 'Payments and payouts',
  accounting: 'Accounting with DATEV',
  care: 'Report cards',
  reviews: 'Reviews',
  profiles: 'Sitter profiles',
  ranking: 'Ranking of the search',
}

type Settings = { version: number; currency: string; fields: readonly SettingField[] }
/** What was typed, by path; only what differs from the value in force. */
type Typed = Readonly<Record<string, string>>

const matches = (field: SettingField, words: string): boolean =>
  `${field.label} ${field.hint ?? ''} ${field.path} ${sectionNames[field.section]}`
    .toLowerCase()
    .includes(words.trim().toLowerCase())

/** Splits what was typed into values to send and errors, by path. */
function readTyped({ fields, currency }: Settings, typed: Typed) {
  const changes: Record<string, SettingField['value']> = {}
  const errors: Record<string, string> = {}
  for (const field of fields) {
    const text = typed[field.path]
    if (text === undefined) continue
    const entered = enteredIn(field, text, currency)
    if ('error' in entered) errors[field.path] = entered.error
    else if (entered.value !== field.value) changes[field.path] = entered.value
  }
  return { changes, errors }
}

/** What was typed, what it changes, and the steps to the saved settings: first the effect, then the reason. */
function useSettingForm(settings: Settings) {
  const { version } = settings
  const [typed, setTyped] = useState<Typed>({})
  const [effect, setEffect] = useState<SettingPreview | null>(null)
  const { run, refuse, ...saving } = useSaving((path) => path)
  const { revalidate } = useRevalidator()
  const { changes, errors: wrong } = readTyped(settings, typed)

  const set = (path: string, text: string) => {
    setTyped({ ...typed, [path]: text })
    setEffect(null)
  }
  const discard = () => {
    setTyped({})
    setEffect(null)
  }
  const look = (event: FormEvent) => {
    event.preventDefault()
    const named = Object.entries(wrong).map(([name, message]) => ({ name, message }))
    if (named.length > 0) return refuse(named)
    void run(async () => setEffect(await api('POST /v1/admin/settings/preview', { body: { changes } })))
  }
  const save = (reason: string) =>
    run(async () => {
      const body = { version, changes, reason }
      await api('PUT /v1/admin/settings', { body }).catch((error: unknown) => refuseStale(error, revalidate))
      const toast = await loadToast()
      toast.success('The settings are saved')
      await revalidate()
      discard()
    })
  return { ...saving, typed, changes, wrong, effect, set, discard, look, save }
}

/** All settings by section. Changes are shown with their effect before they are saved with a reason. */
export function SettingForm(settings: Settings) {
  const form = useSettingForm(settings)
  const [words, setWords] = useState('')
  const shown = settings.fields.filter((field) => matches(field, words))
  const sections = [...Map.groupBy(shown, ({ section }) => section)]
  const { effect, pending, errors, attempt } = form
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <TextField
        label="Find a setting"
        type="search"
        value={words}
        onChange={(event) => setWords(event.target.value)}
        className="max-w-measure"
      />
      <form noValidate onSubmit={form.look} className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <ErrorSummary errors={errors} attempt={attempt} />
        {sections.length === 0 && (
          <Card>
            <EmptyState title="No setting found">Try another word.</EmptyState>
          </Card>
        )}
        {sections.map(([section, fields]) => (
          <Section key={section} {...{ section, fields, form }} currency={settings.currency} />
        ))}
        <Unsaved {...form} />
      </form>
      {effect && (
        <SettingEffect
          {...{ effect, pending }}
          fields={settings.fields}
          onDiscard={form.discard}
          onSave={form.save}
        />
      )}
    </div>
  )
}

type SettingForm = ReturnType<typeof useSettingForm>
type SectionProps = Pick<Settings, 'fields' | 'currency'> & {
  section: SettingField['section']
  form: SettingForm
}

function Section({ section, fields, currency, form }: SectionProps) {
  const { typed, changes, wrong, errorFor, set } = form
  return (
    <Card as="section" aria-labelledby={section} className="grid gap-4">
      <h2 id={section} className="text-xl">
        {sectionNames[section]}
      </h2>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        {fields.map((field) => (
          <SettingInput
            key={field.path}
            {...{ field, currency }}
            text={typed[field.path]}
            isChanged={field.path in changes}
            error={field.path in typed ? (wrong[field.path] ?? errorFor(field.path)) : undefined}
            onText={(text) => set(field.path, text)}
          />
        ))}
      </div>
    </Card>
  )
}

/** Says how many changes are not saved yet, and leads to their effect. */
function Unsaved({ changes, wrong, effect, pending, discard }: SettingForm) {
  const count = Object.keys(changes).length
  if (effect || count + Object.keys(wrong).length === 0) return null
  return (
    <div className="sticky bottom-4 z-10 flex flex-wrap items-center gap-3 rounded-card border border-line bg-card p-4 shadow-lg max-sm:bottom-24">
      <p className="mr-auto font-semibold">{plural(count, 'change')}, not saved yet</p>
      <Button onClick={discard}>Discard</Button>
      <Button type="submit" kind="primary" pending={pending && 'Calculating…'}>
        Show the effect
      </Button>
    </div>
  )
}

type SettingInputProps = {
  field: SettingField
  currency: string
  /** What was typed; undefined while the field holds the value in force. */
  text: string | undefined
  isChanged: boolean
  error: string | undefined
  onText: (text: string) => void
}

function SettingInput({ field, currency, text, isChanged, error, onText }: SettingInputProps) {
  const { path, kind, label, hint, value } = field
  const usual = field.default === value ? '' : `Default: ${wordsOf(field, field.default, currency)}`
  const unit = unitOf(field, currency)
  const shared = {
    name: path,
    label: (
      <>
        {label}
        {unit && <span className="font-normal text-ink-2">, {unit}</span>}
        {isChanged && (
          <>
            {' '}
            <Badge tone="gold">changed</Badge>
          </>
        )}
      </>
    ),
    hint: [hint, usual].filter(Boolean).join('. ') || undefined,
    error,
    value: text ?? textOf(field, value, currency),
  }
  if (kind === 'choice' || kind === 'switch')
    return (
      <Select
        {...shared}
        options={
          kind === 'choice'
            ? field.choices
            : [
                { value: 'true', label: 'On' },
                { value: 'false', label: 'Off' },
              ]
        }
        onChange={(event) => onText(event.target.value)}
      />
    )
  if (path === 'payments.invoiceNote')
    return <TextArea {...shared} maxLength={500} rows={3} onChange={(event) => onText(event.target.value)} />
  return (
    <TextField
      {...shared}
      inputMode={kind === 'text' ? 'text' : 'decimal'}
      autoComplete="off"
      onChange={(event) => onText(event.target.value)}
    />
  )
}
