import type { Ref } from 'react'
import {
  DistanceChoice,
  HomeChoice,
  PriceChoice,
  ServiceChoice,
  TraitChoice,
} from '#web/search/filter-choices.tsx'
import { FilterForm } from '#web/search/filter-form.tsx'
import type { SearchState } from '#web/search/search-state.ts'
import { buttonStyle } from '#web/ui/button.tsx'

const decidedByAll = ['service', 'minTotal', 'maxTotal', 'home', 'has', 'radiusKm'] as const

type AllFiltersProps = {
  search: SearchState
  currency: string
  units: number | null
  className?: string
  /** Set when the button stands elsewhere. */
  id?: string
  onSent?: (() => void) | undefined
  onChange?: (() => void) | undefined
  ref?: Ref<HTMLFormElement>
}

/** Every filter as one form; in the sheet, or in the page for a browser without JavaScript. */
export function AllFilters({
  search,
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
        <PriceChoice {...{ search, currency, units }} />
        {(search.place ?? search.near) && <DistanceChoice search={search} />}
        <HomeChoice search={search} />
        <TraitChoice search={search} group="booking" />
        <TraitChoice search={search} group="residents" />
        <TraitChoice search={search} group="medication" />
        <TraitChoice search={search} group="experience" />
      </div>
      {!id && (
        <button type="submit" className={buttonStyle({ kind: 'primary', className: 'mt-6' })}>
          Show sitters
        </button>
      )}
    </FilterForm>
  )
}
