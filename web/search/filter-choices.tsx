import { useId } from 'react'
import type { SearchTrait, Service } from '#contract/codes.ts'
import type { SearchChoices } from '#contract/search/choices.ts'
import { formatShortMoney, serviceNames } from '#contract/words.ts'
import { homeNames, traitNames } from '#web/search/filter-words.ts'
import { defaultRadiusKm, radii, type SearchState } from '#web/search/search-state.ts'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { FieldGroup } from '#web/ui/forms/field-group.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { offeredOrder } from '#web/words.ts'

export type ChoiceProps = {
  search: SearchState
  /** The number of results for each choice, once known. */
  choices?: SearchChoices | null | undefined
}

/** The groups of filters, each used by a chip and by the sheet with all filters. */
export const traitGroups = {
  home: {
    label: 'About the home',
    traits: ['smoke_free', 'never_alone', 'no_children', 'no_young_children', 'car'],
  },
  booking: { label: 'Booking', traits: ['instant'] },
  badges: { label: 'Badges', traits: ['trusted', 'newcomer'] },
  residents: { label: 'Resident pets', traits: ['no_resident_pets', 'resident_dog'] },
  medication: { label: 'Medication', traits: ['oral_medication', 'injections'] },
  experience: {
    label: 'Experience',
    traits: ['puppies', 'seniors', 'special_needs', 'first_aid', 'training'],
  },
} as const satisfies Record<string, { label: string; traits: readonly SearchTrait[] }>
export type TraitGroup = keyof typeof traitGroups

export function TraitChoice({ search, choices, group }: ChoiceProps & { group: TraitGroup }) {
  const { label, traits } = traitGroups[group]
  return (
    <Boxes
      label={label}
      name="has"
      codes={traits}
      chosen={search.has}
      words={traitNames}
      counts={choices?.has}
    />
  )
}

const gardenCodes = ['fenced', 'shared'] as const
const homeCodes = ['house', 'flat', 'farm'] as const

export function HomeChoice({ search, choices }: ChoiceProps) {
  const shared = { name: 'home', chosen: search.home, words: homeNames, counts: choices?.home }
  return (
    <div className="grid gap-5">
      <Boxes {...shared} label="Garden" codes={gardenCodes} />
      <Boxes {...shared} label="Kind of home" codes={homeCodes} />
      <TraitChoice {...{ search, choices }} group="home" />
    </div>
  )
}

type BoxesProps = {
  label: string
  name: string
  codes: readonly string[]
  chosen: readonly string[]
  words: Record<string, string>
  counts?: Readonly<Partial<Record<string, number>>> | undefined
}

export function Boxes({ label, name, codes, chosen, words, counts }: BoxesProps) {
  const id = useId()
  return (
    <FieldGroup label={label}>
      {codes.map((code) => (
        <Checkbox
          key={code}
          id={`${id}-${code}`}
          name={name}
          value={code}
          label={<Counted label={words[code] ?? code} count={counts?.[code]} />}
          defaultChecked={chosen.includes(code)}
          className="py-1"
        />
      ))}
    </FieldGroup>
  )
}

/** A choice with its number of sitters. */
export function Counted({ label, count }: { label: string; count: number | undefined }) {
  return (
    <>
      {label}{' '}
      {count !== undefined && (
        <span className="figures pl-1 text-sm text-ink-2">
          {count}
          <span className="sr-only">{count === 1 ? ' sitter' : ' sitters'}</span>
        </span>
      )}
    </>
  )
}

type ServiceChoiceProps = ChoiceProps & { facets?: Partial<Record<Service, number>> }

export function ServiceChoice({ search, facets = {} }: ServiceChoiceProps) {
  const id = useId()
  const options: { code: Service | ''; label: string }[] = [
    { code: '', label: 'Any kind of care' },
    ...offeredOrder.map((code) => ({ code, label: serviceNames[code] })),
  ]
  return (
    <FieldGroup label="Care" role="radiogroup">
      {options.map(({ code, label }) => (
        <label key={code} htmlFor={`${id}-${code}`} className="flex cursor-pointer items-center gap-3 py-1">
          <input
            type="radio"
            id={`${id}-${code}`}
            name="service"
            value={code}
            defaultChecked={(search.service ?? '') === code}
            className="size-5 accent-green"
          />
          {label}
          {code && facets[code] !== undefined && (
            <span className="figures ml-auto pl-6 text-sm text-ink-2">
              {facets[code]}
              <span className="sr-only">{facets[code] === 1 ? ' sitter' : ' sitters'}</span>
            </span>
          )}
        </label>
      ))}
    </FieldGroup>
  )
}

type PriceChoiceProps = ChoiceProps & { currency: string; units: number | null }
const steps = [10, 15, 20, 25, 30, 40, 50, 60, 80, 100, 150, 200]

/** Amounts in minor units to choose from, per unit or for all units of the stay. */
function priceSteps(units: number | null, chosen: number | null): number[] {
  const amounts = steps.map((step) => step * (units ?? 1) * 100)
  return [...new Set(chosen ? [...amounts, chosen] : amounts)].sort((a, b) => a - b)
}

export function PriceChoice({ search, currency, units }: PriceChoiceProps) {
  const id = useId()
  const options = (chosen: number | null) =>
    priceSteps(units, chosen).map((amount) => ({
      value: `${amount}`,
      label: formatShortMoney(amount, currency),
    }))
  return (
    <FieldGroup
      label={units ? 'Total with all fees' : 'Price of one night, day, visit or walk'}
      hint={units ? undefined : 'Fees included. With dates, it is the total.'}
    >
      <div className="grid grid-cols-2 gap-3">
        <Select
          label="From"
          name="minTotal"
          id={`${id}-min`}
          placeholder="Any"
          defaultValue={search.minTotal ?? ''}
          options={options(search.minTotal)}
        />
        <Select
          label="Up to"
          name="maxTotal"
          id={`${id}-max`}
          placeholder="Any"
          defaultValue={search.maxTotal ?? ''}
          options={options(search.maxTotal)}
        />
      </div>
    </FieldGroup>
  )
}

export function DistanceChoice({ search }: ChoiceProps) {
  const id = useId()
  const chosen = search.radiusKm ?? defaultRadiusKm
  const all = [...new Set<number>([...radii, chosen])].sort((a, b) => a - b)
  return (
    <Select
      label="Distance"
      name="radiusKm"
      id={id}
      defaultValue={`${chosen}`}
      options={all.map((km) => ({ value: `${km}`, label: `Within ${km} km` }))}
    />
  )
}
