import { Icon } from '#web/ui/icon.tsx'
import { type FormEvent, useId } from 'react'
import { Form, useNavigate } from 'react-router'
import { serviceNames } from '#contract/words.ts'
import { paths } from '#web/paths.ts'
import { PlaceField } from '#web/places/place-field.tsx'
import type { NamedPlace } from '#web/places/resolve-place.ts'
import { closeDropdown } from '#web/search/dropdown.tsx'
import { paramsOfForm } from '#web/search/filter-form.tsx'
import { NearMe } from '#web/search/near-me.tsx'
import { PetsField } from '#web/search/pets-field.tsx'
import { nearMe, parseSearch, searchQuery, type SearchState } from '#web/search/search-state.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { DateRange } from '#web/ui/dates/date-range.tsx'
import { addDays, type Day } from '#web/ui/dates/days.ts'
import { labelStyle } from '#web/ui/forms/field.tsx'
import { offeredOrder } from '#web/words.ts'

const horizonDays = 365

type SearchBarProps = {
  search: SearchState
  place?: NamedPlace | null | undefined
  /** Text that matched no town. */
  placeText?: string | undefined
  today: Day
  className?: string | undefined
}

/** Searches with the values of the form, in the place typed or near a position. */
function useSubmit() {
  const navigate = useNavigate()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const params = paramsOfForm(event.currentTarget)
    const state = parseSearch(params)
    const typed = (params.get('placeName') ?? '').trim()
    const near = typed === nearMe ? state.near : null
    closeDropdown(event.currentTarget.parentElement)
    void navigate(
      paths.sitters({
        ...searchQuery({ ...state, near }),
        ...(!state.place && !near && typed && { placeName: typed }),
      }),
    )
  }
  const searchNear = (near: string, button: HTMLElement) => {
    const form = button.closest('form')
    if (!form) return
    const state = { ...parseSearch(paramsOfForm(form)), place: null, near }
    closeDropdown(form.parentElement)
    void navigate(paths.sitters(searchQuery(state)))
  }
  return { submit, searchNear }
}

/** Service, place, dates and pets as a GET form that leads to the results. */
export default function SearchBar({ search, place, placeText, today, className }: SearchBarProps) {
  const { submit, searchNear } = useSubmit()
  const id = useId()
  return (
    <Form
      action={paths.sitters()}
      method="get"
      role="search"
      onSubmit={submit}
      className={cx(
        'relative grid gap-1 rounded-picture border border-line bg-card p-2 shadow-card md:grid-cols-2 lg:grid-cols-[minmax(10rem,1fr)_1.3fr_1.9fr_1.2fr_auto] lg:gap-0 lg:divide-x',
        className,
      )}
    >
      <CareField id={`${id}-service`} service={search.service} />
      <div className="relative">
        <PlaceField
          id={`${id}-place`}
          defaultPlace={place}
          defaultText={placeText ?? (search.near ? nearMe : undefined)}
          className="search-segment"
          inputClassName="search-control pr-9"
        />
        <NearMe onFound={searchNear} />
      </div>
      <DateRange
        label="When"
        startLabel="From"
        endLabel="To"
        startName="start"
        endName="end"
        min={today}
        max={addDays(today, horizonDays)}
        defaultValue={{ start: search.start, end: search.end }}
        className="search-segment search-days md:col-span-2 lg:col-span-1"
      />
      <PetsField defaultPets={search.pets} today={today} className="search-segment h-full *:last:leading-8" />
      <HiddenFilterInputs search={search} />
      <button
        type="submit"
        className={buttonStyle({ kind: 'primary', size: 'large', className: 'h-full min-h-13 lg:ml-2' })}
      >
        <Icon name="search" size={20} />
        Search
      </button>
    </Form>
  )
}

type CareFieldProps = { id: string; service: SearchState['service'] }

function CareField({ id, service }: CareFieldProps) {
  return (
    <div className="search-segment">
      <label htmlFor={id} className={labelStyle}>
        Care
      </label>
      <select
        id={id}
        name="service"
        defaultValue={service ?? ''}
        className="search-control -ml-1 cursor-pointer"
      >
        <option value="">Any kind of care</option>
        {offeredOrder.map((code) => (
          <option key={code} value={code}>
            {serviceNames[code]}
          </option>
        ))}
      </select>
    </div>
  )
}

/** Keeps the page's filters as hidden inputs for a search in another place. */
function HiddenFilterInputs({ search }: { search: SearchState }) {
  const { minTotal, maxTotal, home, has, languages, policy, answersWithin } = searchQuery(search)
  const { radiusKm, sort, near, map } = searchQuery(search)
  const filters = { minTotal, maxTotal, home, has, languages, policy, answersWithin }
  return Object.entries({ ...filters, radiusKm, sort, near, map }).map(
    ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
  )
}
