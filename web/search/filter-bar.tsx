import { Icon } from '#web/ui/icon.tsx'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Link } from 'react-router'
import type { Service } from '#contract/codes.ts'
import { serviceNames } from '#contract/words.ts'
import { paths } from '#web/paths.ts'
import { closeDropdown, Dropdown } from '#web/search/dropdown.tsx'
import {
  HomeChoice,
  PriceChoice,
  ServiceChoice,
  TraitChoice,
  type TraitGroup,
  traitGroups,
} from '#web/search/filter-choices.tsx'
import { FilterForm } from '#web/search/filter-form.tsx'
import { searchQuery, type SearchState } from '#web/search/search-state.ts'
import { activeFilters, withoutFilters } from '#web/search/search-words.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { useChoices } from '#web/search/use-choices.ts'
import { chipStyle, pressable } from '#web/ui/chip.tsx'
import { cx } from '#web/ui/cx.ts'
import { onPress } from '#web/ui/on-press.tsx'

const FilterSheet = onPress(() => import('#web/search/filter-sheet.tsx'))
const PriceRange = lazy(() => import('#web/search/price-range.tsx'))

type FilterBarProps = {
  search: SearchState
  currency: string
  units: number | null
  facets: Partial<Record<Service, number>>
}

const traitChips = [
  ['residents', 'Resident pets'],
  ['medication', 'Medication'],
] as const

const hasTrait = (search: SearchState, group: TraitGroup) =>
  traitGroups[group].traits.some((trait) => search.has.some((code) => code === trait))

/** The most common filters as chips, and a sheet with all of them. */
export function FilterBar({ search, currency, units, facets }: FilterBarProps) {
  const [counts, setCounts] = useState(false)
  const choices = useChoices(counts ? search : null)
  const count = () => setCounts(true)
  return (
    <div role="group" aria-label="Filters" className="flex flex-wrap gap-2">
      <FilterChip
        {...{ search }}
        onPhones
        inHtml
        decides={['service']}
        label={search.service ? serviceNames[search.service] : 'Care'}
        icon={search.service === 'boarding' ? <Icon name="moon" size={16} /> : undefined}
        on={search.service !== null}
      >
        <ServiceChoice search={search} facets={facets} />
      </FilterChip>
      <FilterChip
        {...{ search }}
        onPhones
        onOpen={count}
        decides={['minTotal', 'maxTotal']}
        label="Price"
        on={search.minTotal !== null || search.maxTotal !== null}
      >
        <Prices {...{ search, currency, units, choices }} />
      </FilterChip>
      <FilterChip
        {...{ search }}
        onOpen={count}
        decides={['home', 'has']}
        label="Home & garden"
        on={search.home.length > 0 || hasTrait(search, 'home')}
      >
        <HomeChoice {...{ search, choices }} />
        <HiddenTraitInputs search={search} except="home" />
      </FilterChip>
      {traitChips.map(([group, label]) => (
        <FilterChip
          key={group}
          {...{ search, label }}
          onOpen={count}
          decides={['has']}
          on={hasTrait(search, group)}
        >
          <TraitChoice {...{ search, choices, group }} />
          <HiddenTraitInputs search={search} except={group} />
        </FilterChip>
      ))}
      <AllFiltersLink {...{ search, currency, units }} />
    </div>
  )
}

type PricesProps = Omit<FilterBarProps, 'facets'> & { choices: ReturnType<typeof useChoices> }

function Prices({ search, currency, units, choices }: PricesProps) {
  const plain = <PriceChoice {...{ search, currency, units }} />
  if (!choices?.prices) return plain
  return (
    <Suspense fallback={plain}>
      <PriceRange {...{ search, currency }} prices={choices.prices} areTotals={choices.pricesAreTotals} />
    </Suspense>
  )
}

/** Opens the sheet; without JavaScript it leads to the page with all filters. */
function AllFiltersLink({ search, currency, units }: Omit<FilterBarProps, 'facets'>) {
  const [sheetOpen, setSheetOpen] = useState(false)
  const [sheetRequested, setSheetRequested] = useState(false)
  return (
    <>
      <Link
        to={`${paths.sitters(searchQuery(search))}${Object.keys(searchQuery(search)).length > 0 ? '&' : '?'}filters=all`}
        className={chipStyle({ className: `${pressable} max-sm:px-3` })}
        onPointerEnter={FilterSheet.prefetch}
        onFocus={FilterSheet.prefetch}
        onClick={(event) => {
          event.preventDefault()
          setSheetRequested(true)
          setSheetOpen(true)
        }}
      >
        <Icon name="sliders-horizontal" size={16} />
        <span>
          <span className="max-sm:sr-only">All </span>
          <span className="max-sm:first-letter:uppercase inline-block">filters</span>
        </span>
      </Link>
      {sheetRequested && (
        <FilterSheet {...{ search, currency, units }} open={sheetOpen} onClose={() => setSheetOpen(false)} />
      )}
    </>
  )
}

/** Hidden inputs that keep the traits decided by other chips. */
function HiddenTraitInputs({ search, except }: { search: SearchState; except: TraitGroup }) {
  const own: readonly string[] = traitGroups[except].traits
  return search.has
    .filter((trait) => !own.includes(trait))
    .map((trait) => <input key={trait} type="hidden" name="has" value={trait} />)
}

type FilterChipProps = {
  search: SearchState
  decides: readonly string[]
  label: string
  icon?: ReactNode
  on: boolean
  /** On phones the other chips are only in the sheet. */
  onPhones?: boolean
  /**
   * Renders the fields before the first opening, so that they work without JavaScript. Other chips are hidden there: the
   * page with all filters has their fields.
   */
  inHtml?: boolean
  onOpen?: () => void
  children: ReactNode
}

function FilterChip({
  search,
  decides,
  label,
  icon,
  on,
  onPhones = false,
  inHtml = false,
  onOpen,
  children,
}: FilterChipProps) {
  const [isRendered, setRendered] = useState(inHtml)
  return (
    <Dropdown
      group="filters"
      onOpen={() => {
        setRendered(true)
        onOpen?.()
      }}
      className={cx('sm:relative', !onPhones && 'max-sm:hidden', !inHtml && 'noscript:hidden')}
      summaryClassName={chipStyle({
        selected: on,
        className: `${pressable} arrow icon-chevron-down cursor-pointer max-sm:px-3`,
      })}
      summary={
        <>
          {icon}
          {label}
        </>
      }
      panelClassName="mt-2 w-[min(20rem,calc(100vw-2*var(--gutter)))] max-sm:inset-x-(--gutter)"
    >
      {isRendered ? (
        <FilterForm {...{ search, decides }} onSent={closeDropdown} className="grid gap-5">
          {children}
          <button
            type="submit"
            className={buttonStyle({ kind: 'primary', className: 'lg:hidden lg:noscript:inline-flex' })}
          >
            Show sitters
          </button>
        </FilterForm>
      ) : (
        <p className="animate-late text-ink-2">One moment…</p>
      )}
    </Dropdown>
  )
}

/** The active filters, each with a link that removes it. */
export function ActiveFilters({ search, currency }: { search: SearchState; currency: string }) {
  const active = activeFilters(search, currency)
  if (active.length === 0) return null
  return (
    <ul aria-label="Active filters" className="flex flex-wrap items-center gap-2">
      {active.map(({ label, without }) => (
        <li key={label}>
          <Link
            to={paths.sitters(searchQuery(without))}
            preventScrollReset
            className={chipStyle({ selected: true, className: 'pr-3' })}
          >
            <span className="sr-only">Remove </span>
            {label}
            <Icon name="x" size={16} />
          </Link>
        </li>
      ))}
      <li>
        <Link
          to={paths.sitters(searchQuery(withoutFilters(search)))}
          preventScrollReset
          className="link inline-flex min-h-10 items-center px-2 text-sm font-medium"
        >
          Clear all
        </Link>
      </li>
    </ul>
  )
}
