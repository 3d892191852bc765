import type { Ref } from 'react'
import type { SearchChoices } from '#contract/search/choices.ts'
import {
  DistanceChoice,
  HomeChoice,
  PriceChoice,
  ServiceChoice,
  TraitChoice,
} from '#web/search/filter-choices.tsx'
import { FilterForm } from '#web/search/filter-form.tsx'
import { AnswerChoice, LanguageChoice, PolicyChoice } from '#web/search/more-choices.tsx'
import PriceRange from '#web/search/price-range.tsx'
import type { SearchState } from '#web/search/search-state.ts'
import { buttonStyle } from '#web/ui/button.tsx'

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
          Of the many sitters here, the best 300 are counted: there may be more of each.
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
