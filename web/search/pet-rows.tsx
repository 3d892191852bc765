import { Icon } from '#web/ui/icon.tsx'
import { useEffect, useRef, useState } from 'react'
import { maxPetsPerBooking, maxPuppyMonths, sizedSpecies, type Species, species } from '#contract/codes.ts'
import { type SearchPet, petIn, yesOrNo } from '#web/search/search-state.ts'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { addMonths, type Day, monthTitle } from '#web/ui/dates/days.ts'
import { TextField } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { capitalised, speciesWord } from '#web/words.ts'

type Answer = 'yes' | 'no' | ''

/** A row of the form; the species may be unset, and the weight is as typed. */
export type PetRow = {
  key: number
  kind: Species | ''
  weight: string
  born: string
  name: string
  neutered: Answer
  medicine: Answer
  /** The row began with more than species and weight, so the further fields are shown. */
  told: boolean
}

let rowsMade = 0
export const rowOf = (pet?: SearchPet): PetRow => ({ key: ++rowsMade, ...(pet ? typedOf(pet) : blank) })

type Typed = Omit<PetRow, 'key'>
const blank: Typed = { kind: '', weight: '', born: '', name: '', neutered: '', medicine: '', told: false }
const typedOf = ({ species, weightKg, bornOn, name, neutered, medication }: SearchPet): Typed => ({
  kind: species,
  weight: weightKg ? `${weightKg}` : '',
  born: bornOn?.replace(/-01$/, '') ?? '',
  name,
  neutered: neutered === null ? '' : neutered ? 'yes' : 'no',
  medicine: medication ? 'yes' : '',
  told: Boolean(name || bornOn || medication || neutered !== null),
})

/** Converts the rows that have a species to pets. */
export const petsOf = (rows: readonly PetRow[]): SearchPet[] =>
  rows.flatMap(({ kind, weight, born, name, neutered, medicine }) =>
    petIn(
      kind,
      isWeighed(kind) || hasSize(kind) ? weight : '',
      born,
      name,
      isAskedNeutered(kind) ? yesOrNo(neutered) : null,
      medicine === 'yes',
    ),
  )

/** Sitters set no rule about neutering for other species. */
const isAskedNeutered = (kind: Species | ''): boolean => kind === 'dog' || kind === 'cat'
/** The price and the rules of sitters depend on the weight. */
const isWeighed = (kind: Species | ''): boolean => kind === '' || kind === 'dog'
/** A pet cannot be saved in an account without its weight. */
export const hasSize = (kind: Species | ''): boolean => kind !== '' && sizedSpecies.includes(kind)
const kinds = species.map((code) => ({ value: code, label: capitalised(speciesWord(code)) }))

/** The oldest pet whose year of birth can be chosen, in years. */
const oldestYears = 25

/** Options for the birth of an older pet: a month in the middle of each year, the newest first. */
const birthYears = (today: Day) => {
  const newest = Number(addMonths(today, -maxPuppyMonths).slice(0, 4))
  return Array.from({ length: oldestYears }, (_, back) => ({
    value: `${newest - back}-06`,
    label: `About ${newest - back}`,
  }))
}

/**
 * Options for the months of birth of a pet that may count as young, the newest first, and for the years before; another
 * birthday or month is added.
 */
export const birthMonths = (today: Day, born: string) => {
  const months = Array.from({ length: maxPuppyMonths + 1 }, (_, back) => {
    const day = addMonths(`${today.slice(0, 8)}01`, -back)
    const month = day.slice(0, 7)
    return { value: born.startsWith(month) ? born : month, label: monthTitle(day) }
  })
  const all = [
    ...months,
    ...birthYears(today).filter(({ value }) => months.every((one) => one.value > value)),
  ]
  if (born === '' || all.some(({ value }) => value === born)) return all
  return [...all, { value: born, label: monthTitle(`${born.slice(0, 7)}-01`) }]
}

const answers = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
]

type PetRowsProps = {
  rows: readonly PetRow[]
  onChange: (rows: PetRow[]) => void
  today: Day
  most?: number
  /** Distinguishes several forms on one page. */
  id: string
}

/** Fields that describe the pets; plain inputs, so that the form also works without JavaScript. */
export function PetRows({ rows, onChange, today, most = maxPetsPerBooking, id }: PetRowsProps) {
  const change = (key: number, part: Partial<PetRow>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...part } : row)))
  return (
    <div className="grid gap-4">
      {rows.map((row, index) => (
        <PetFields
          key={row.key}
          {...{ row, index, id, today }}
          onChange={(part) => change(row.key, part)}
          onRemove={rows.length > 1 ? () => onChange(rows.filter(({ key }) => key !== row.key)) : undefined}
        />
      ))}
      {rows.length < most && (
        <Button
          kind="quiet"
          size="small"
          icon={<Icon name="plus" size={16} />}
          className="-ml-3 w-fit"
          onClick={() => onChange([...rows, rowOf()])}
        >
          Add another pet
        </Button>
      )}
    </div>
  )
}

/** Another species has another weight. */
const withKind = ({ kind, weight }: PetRow, value: string): Partial<PetRow> => {
  const next = kinds.find((one) => one.value === value)?.value ?? ''
  return { kind: next, weight: kind === '' || kind === next ? weight : '' }
}

type Name = Exclude<keyof PetRow, 'key' | 'told'>

type PetFieldsProps = {
  row: PetRow
  index: number
  id: string
  today: Day
  onChange: (part: Partial<PetRow>) => void
  /** Missing if it is the only pet. */
  onRemove: (() => void) | undefined
}

function PetFields({ row, index, id, today, onChange, onRemove }: PetFieldsProps) {
  const field = (name: string, of: Name) => ({
    name,
    id: `${id}-${of}-${index}`,
    value: row[of],
    onChange: ({ target }: { target: { value: string } }) => onChange({ [of]: target.value }),
  })
  return (
    <fieldset className="grid grid-cols-2 gap-x-3 gap-y-3 border-b pb-4 last-of-type:border-0 last-of-type:pb-0">
      <legend className="sr-only">{`Pet ${index + 1}`}</legend>
      <Select
        label={onRemove ? `Pet ${index + 1}` : 'Kind of pet'}
        {...field('petKind', 'kind')}
        onChange={({ target }) => onChange(withKind(row, target.value))}
        options={kinds}
        placeholder="Choose"
      />
      {isWeighed(row.kind) ? (
        <WeightField label={row.kind === 'dog' ? 'Weight' : 'Weight of a dog'} field={field} />
      ) : (
        !hasSize(row.kind) && <input type="hidden" name="petKg" value="" />
      )}
      <MoreFields {...{ row, field, today }} />
      {onRemove && (
        <button
          type="button"
          onClick={onRemove}
          className={buttonStyle({ kind: 'quiet', size: 'small', className: 'w-fit -ml-3' })}
        >
          <Icon name="x" size={16} />
          Remove
          <span className="sr-only">{` pet ${index + 1}`}</span>
        </button>
      )}
    </fieldset>
  )
}

type Field = {
  name: string
  id: string
  value: string
  onChange: (event: { target: { value: string } }) => void
}
type Fields = (name: string, of: Name) => Field

function WeightField({ label, field }: { label: string; field: Fields }) {
  return (
    <TextField
      label={label}
      {...field('petKg', 'weight')}
      inputMode="decimal"
      autoComplete="off"
      after="kg"
    />
  )
}

type MoreFieldsProps = { row: PetRow; field: Fields; today: Day }

function MoreFields({ row, field, today }: MoreFieldsProps) {
  const details = useRef<HTMLDetailsElement>(null)
  const [opened, setOpened] = useState(row.told)
  useEffect(() => {
    // It may have been opened before hydration.
    if (details.current?.open) setOpened(true)
  }, [])
  return (
    <details
      ref={details}
      className="col-span-2"
      open={row.told}
      onToggle={(event) => event.currentTarget.open && setOpened(true)}
    >
      <summary className="link w-fit cursor-pointer text-sm">Name, age and health</summary>
      <div className="mt-3 grid grid-cols-2 gap-3">
        <TextField label="Name" optional {...field('petName', 'name')} autoComplete="off" maxLength={20} />
        {opened ? (
          <Select
            label="Born"
            {...field('petBorn', 'born')}
            options={birthMonths(today, row.born)}
            placeholder="Over two years ago"
          />
        ) : (
          // One element instead of one for each month, for browsers without JavaScript.
          <TextField label="Born" {...field('petBorn', 'born')} type="month" />
        )}
        {hasSize(row.kind) && !isWeighed(row.kind) && <WeightField label="Weight" {...{ field }} />}
        {isAskedNeutered(row.kind) ? (
          <Select
            label="Neutered"
            {...field('petNeutered', 'neutered')}
            options={answers}
            placeholder="Not said"
          />
        ) : (
          <input type="hidden" name="petNeutered" value="" />
        )}
        <Select
          label="Needs medicine"
          {...field('petMedicine', 'medicine')}
          options={answers}
          placeholder="Not said"
        />
      </div>
    </details>
  )
}
