import { type Ref, useId, useState } from 'react'
import { answerHours, isStay, stayPolicies } from '#contract/codes.ts'
import type { SearchChoices } from '#contract/search/choices.ts'
import { formatLanguage } from '#web/format.ts'
import {
  Boxes,
  type ChoiceProps,
  Counted,
  DistanceChoice,
  HomeChoice,
  PriceChoice,
  ServiceChoice,
  TraitChoice,
} from '#web/search/filter-choices.tsx'
import { FilterForm } from '#web/search/filter-form.tsx'
import PriceRange from '#web/search/price-range.tsx'
import type { SearchState } from '#web/search/search-state.ts'
import { answersInWords } from '#web/search/search-words.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { FieldGroup } from '#web/ui/forms/field-group.tsx'
import { policyNames } from '#web/words.ts'

const decidedByAll = [
  'service',
  'minTotal',
  'maxTotal',
  'home',
  'has',
  'languages',
  'policy',
  'answersWithin',
  'radiusKm',
] as const

type AllFiltersProps = {
  search: SearchState
  currency: string
  units: number | null
  /** The number of results for each choice; null while unknown, and always null without JavaScript. */
  choices: SearchChoices | null
  isLive?: boolean
  className?: string
  /** Set if the submit button is outside the form. */
  id?: string
  onSent?: (() => void) | undefined
  onChange?: (() => void) | undefined
  ref?: Ref<HTMLFormElement>
}

/** All filters as one form, in the sheet, or in the page for browsers without JavaScript. */
export default function AllFilters({
  search,
  choices,
  isLive = false,
  currency,
  units,
  className,
  id,
  onSent,
  onChange,
  ref,
}: AllFiltersProps) {
  return (
    <FilterForm
      {...{ search, onSent, onChange }}
      {...(id && { id })}
      {...(ref && { ref })}
      decides={decidedByAll}
      className={className}
    >
      <div className="grid gap-6 sm:grid-cols-[repeat(auto-fit,minmax(14rem,1fr))]">
        <ServiceChoice search={search} />
        {isLive && choices?.prices ? (
          <PriceRange {...{ search, currency }} prices={choices.prices} areTotals={choices.pricesAreTotals} />
        ) : (
          <PriceChoice {...{ search, currency, units }} />
        )}
        {(search.place ?? search.near) && <DistanceChoice search={search} />}
        <HomeChoice {...{ search, choices }} />
        <TraitChoice {...{ search, choices }} group="residents" />
        <TraitChoice {...{ search, choices }} group="medication" />
        <TraitChoice {...{ search, choices }} group="experience" />
        <TraitChoice {...{ search, choices }} group="badges" />
        <TraitChoice {...{ search, choices }} group="booking" />
        <AnswerChoice {...{ search, choices }} />
        <PolicyChoice {...{ search, choices }} />
        <LanguageChoice {...{ search, choices }} />
      </div>
      {choices?.isCapped && (
        <p className="mt-4 text-sm text-ink-2">
          Only the best 300 sitters here are counted: there may be more of each.
        </p>
      )}
      {!id && (
        <button type="submit" className={buttonStyle({ kind: 'primary', className: 'mt-6' })}>
          Show sitters
        </button>
      )}
    </FilterForm>
  )
}

const commonLanguages = ['en', 'pt', 'es', 'fr', 'de', 'it']
const mostLanguages = 12

/**
 * Languages that sitters here speak, the most common first; well-known ones until the counts arrive. A listed language
 * never disappears.
 */
function LanguageChoice({ search, choices }: ChoiceProps) {
  const byFrequency = Object.entries(choices?.languages ?? {})
    .sort(([, a], [, b]) => b - a)
    .map(([code]) => code)
  const [known, setKnown] = useState(search.languages)
  const added = byFrequency
    .filter((code) => !known.includes(code))
    .slice(0, Math.max(0, mostLanguages - known.length))
  if (added.length > 0) setKnown([...known, ...added])
  const codes = known.length > search.languages.length ? known : [...new Set([...known, ...commonLanguages])]
  return (
    <Boxes
      label="Speaks one of"
      name="languages"
      codes={codes}
      chosen={search.languages}
      words={Object.fromEntries(codes.map((code) => [code, formatLanguage(code)]))}
      counts={choices?.languages}
    />
  )
}

/** Visits, walks and day care share one policy, so for them there is nothing to choose. */
function PolicyChoice({ search, choices }: ChoiceProps) {
  if (search.service && !isStay(search.service) && search.policy.length === 0) return null
  return (
    <Boxes
      label="Cancellation"
      name="policy"
      codes={search.policy.includes('per_unit_24h') ? [...stayPolicies, 'per_unit_24h'] : stayPolicies}
      chosen={search.policy}
      words={policyNames}
      counts={choices?.policy}
    />
  )
}

function AnswerChoice({ search, choices }: ChoiceProps) {
  const id = useId()
  const options = [
    { value: '', label: 'Any time', count: undefined },
    ...answerHours.map((hours) => ({
      value: `${hours}`,
      label: answersInWords(hours),
      count: choices?.answersWithin[`${hours}`],
    })),
  ]
  return (
    <FieldGroup label="Answers requests" role="radiogroup">
      {options.map(({ value, label, count }) => (
        <label key={value} htmlFor={`${id}-${value}`} className="flex cursor-pointer items-center gap-3 py-1">
          <input
            type="radio"
            id={`${id}-${value}`}
            name="answersWithin"
            value={value}
            defaultChecked={`${search.answersWithin ?? ''}` === value}
            className="size-5 accent-green"
          />
          <span>
            <Counted {...{ label, count }} />
          </span>
        </label>
      ))}
    </FieldGroup>
  )
}
