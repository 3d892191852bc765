import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { SettingField, SettingPreview, SettingSample } from '#contract/staff/settings.ts'
import { formatMoney } from '#contract/words.ts'
import { SettingChanges } from '#web/admin/parts/setting-changes.tsx'
import { plural } from '#web/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { policyNames } from '#web/words.ts'

type Row = { name: string; before: ReactNode; after: ReactNode }

const columns: Column<Row>[] = [
  { id: 'name', header: 'What', rowHeader: true, renderCell: ({ name }) => name },
  { id: 'before', header: 'Today', align: 'end', renderCell: ({ before }) => before },
  { id: 'after', header: 'After', align: 'end', renderCell: ({ after }) => after },
]

/** The rows of both samples side by side; only what changes. */
function rowsOf(
  before: SettingSample,
  after: SettingSample,
  read: (sample: SettingSample) => readonly (readonly [name: string, words: string])[],
): Row[] {
  const later = read(after)
  return read(before).flatMap(([name, words], index) => {
    const other = later[index]?.[1]
    return other === words ? [] : [{ name, before: words, after: other }]
  })
}

const priceRows =
  (currency: string) =>
  ({ prices }: SettingSample) =>
    prices.flatMap(({ repeat, subtotal, total, sitterPayout, ownerFee, sitterFee }) => {
      const money = (amount: number) => formatMoney(amount, currency)
      const pair = repeat ? 'again, ' : ''
      return [
        [`Booked ${pair}at ${money(subtotal)}: the owner pays`, money(total)],
        [`Booked ${pair}at ${money(subtotal)}: the sitter receives`, money(sitterPayout)],
        [`Booked ${pair}at ${money(subtotal)}: fees`, money(ownerFee + sitterFee)],
      ] as const
    })

const refundRows = ({ refunds }: SettingSample) =>
  refunds.flatMap(({ policy, days }) =>
    days.map(
      ({ daysBefore, percent }) =>
        [
          `${policyNames[policy]}: cancelled ${daysBefore === 0 ? 'on the day' : `${plural(daysBefore, 'day')} before`}`,
          `${percent}% back`,
        ] as const,
    ),
  )

const orderRows = ({ ranking }: SettingSample) =>
  ranking.sitters.map((name, index) => [`Place ${index + 1} in ${ranking.city ?? ''}`, name] as const)

type SettingEffectProps = {
  effect: SettingPreview
  fields: readonly SettingField[]
  pending: boolean
  onDiscard: () => void
  onSave: (reason: string) => Promise<boolean>
}

/** What the changes do, and the reason with which they are saved. */
export function SettingEffect({ effect, fields, pending, onDiscard, onSave }: SettingEffectProps) {
  const { before, after, changes, currency } = effect
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const rows = [priceRows(currency), refundRows, orderRows].flatMap((read) => rowsOf(before, after, read))
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (reason.trim().length < 10) setError('Write at least 10 characters')
    else void onSave(reason)
  }
  return (
    <Card as="section" aria-labelledby="effect" className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <h2 id="effect" ref={heading} tabIndex={-1} className="text-xl">
        Before you save
      </h2>
      <SettingChanges {...{ changes, fields, currency }} />
      {rows.length > 0 ? (
        <DataTable
          caption="What this changes in examples"
          columns={columns}
          rows={rows}
          rowKey={({ name }) => name}
        />
      ) : (
        <p className="text-ink-2">The example prices, refunds and the order of sitters stay as they are.</p>
      )}
      <form noValidate onSubmit={save} className="grid gap-4">
        <TextArea
          name="reason"
          label="Why do you change this?"
          hint="Your colleagues read it in the history."
          value={reason}
          error={error}
          maxLength={1000}
          rows={3}
          onChange={(event) => {
            setReason(event.target.value)
            setError(undefined)
          }}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" kind="primary" pending={pending && 'Saving…'}>
            Save {plural(changes.length, 'change')}
          </Button>
          <Button onClick={onDiscard}>Discard</Button>
        </div>
      </form>
    </Card>
  )
}
