import { type FormEvent, useEffect, useId, useState } from 'react'
import { Link } from 'react-router'
import type { ImprovableComponent, RankingComponent, Service } from '#contract/codes.ts'
import { entriesOf } from '#contract/entries.ts'
import type { SearchPosition } from '#contract/search/position.ts'
import type { Sitter } from '#contract/sitters/sitters.ts'
import { serviceNames } from '#contract/words.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { api } from '#web/api.ts'
import { todayIn } from '#web/clock.ts'
import { formatPercent } from '#web/format.ts'
import { paths } from '#web/paths.ts'
import { PlaceField } from '#web/places/place-field.tsx'
import { paramsOfForm } from '#web/search/filter-form.tsx'
import { rankingNames } from '#web/search/filter-words.ts'
import { PetRows, rowOf } from '#web/search/pet-rows.tsx'
import { countedSearch, emptySearch, parseSearch, type SearchState } from '#web/search/search-state.ts'
import { datesInWords, petsInWords } from '#web/search/search-words.ts'
import { type DailyPosition, PositionHistory } from '#web/sitters/own/position-history.tsx'
import { gainInWords, obstacleInWords, placeInWords, stepInWords } from '#web/sitters/own/position-words.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DateRange } from '#web/ui/dates/date-range.tsx'
import { addDays } from '#web/ui/dates/days.ts'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { Meter } from '#web/ui/meter.tsx'
import { offeredOrder } from '#web/words.ts'

type PositionQuery = { search: SearchState; town: string }
type Answer = PositionQuery & { position: SearchPosition }

const horizonDays = 365

/** The sitter's position in a search, by the published ranking formula, and the changes that would improve it. */
export default function PositionPanel({ sitter }: { sitter: Sitter }) {
  const id = useId()
  const offered = offeredOrder.filter((code) =>
    sitter.services.some(({ service, active }) => active && service === code),
  )
  const [answer, setAnswer] = useState<Answer | null>(null)
  const { pending, errors, attempt, run } = useSaving()
  const loadPosition = ({ search, town }: PositionQuery) =>
    run(async () => {
      const query = countedSearch(search)
      const position = await api('GET /v1/sitters/:sitterId/position', {
        params: { sitterId: sitter.id },
        query,
      })
      setAnswer({ search, town, position })
    })
  const own = { ...emptySearch, service: offered[0] ?? null, place: sitter.place?.id ?? null }
  useEffect(() => {
    if (sitter.place) void loadPosition({ search: own, town: sitter.place.name })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the first answer is asked for once
  }, [sitter.id])
  return (
    <section aria-labelledby={`${id}-title`} className="grid gap-4">
      <div className="grid gap-1">
        <h2 id={`${id}-title`} className="text-xl">
          Your place in the search
        </h2>
        <p className="max-w-measure text-ink-2">
          Worked out now, by the formula that applies to everybody. Nobody can pay for a place.{' '}
          <Link to={paths.ranking()} className="link">
            How ranking works
          </Link>
        </p>
      </div>
      <Card padding="large" className="grid gap-6">
        <SearchForm {...{ id, sitter, offered, pending }} onSearch={(query) => void loadPosition(query)} />
        <ErrorSummary errors={errors} attempt={attempt} />
        <div aria-live="polite" className="grid gap-5">
          {answer && <Place {...answer} sitterId={sitter.id} />}
        </div>
      </Card>
      <History sitterId={sitter.id} offered={offered} />
    </section>
  )
}

type SearchFormProps = {
  id: string
  sitter: Sitter
  offered: readonly Service[]
  pending: boolean
  onSearch: (query: PositionQuery) => void
}

function SearchForm({ id, sitter, offered, pending, onSearch }: SearchFormProps) {
  const today = todayIn(sitter.timeZone)
  const [rows, setRows] = useState([rowOf()])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const params = paramsOfForm(event.currentTarget)
    onSearch({ search: parseSearch(params), town: params.get('placeName')?.trim() ?? '' })
  }
  return (
    <form onSubmit={submit} className="grid gap-4 sm:grid-cols-2">
      <Select
        label="Care"
        name="service"
        id={`${id}-service`}
        defaultValue={offered[0] ?? ''}
        options={offered.map((code) => ({ value: code, label: serviceNames[code] }))}
      />
      <PlaceField
        label="Town"
        id={`${id}-place`}
        defaultPlace={sitter.place && { id: sitter.place.id, name: sitter.place.name }}
      />
      <DateRange
        label="When"
        startLabel="From"
        endLabel="To"
        startName="start"
        endName="end"
        min={today}
        max={addDays(today, horizonDays)}
        className="sm:col-span-2"
      />
      <div className="sm:col-span-2">
        <PetRows id={`${id}-pets`} rows={rows} onChange={setRows} today={today} />
      </div>
      <Button type="submit" pending={pending && 'Working it out…'} className="justify-self-start">
        Show my place
      </Button>
    </form>
  )
}

/** "for boarding in Lisbon, 3 – 7 June, 1 dog". */
function queryInWords({ search, town }: PositionQuery): string {
  const care = search.service ? serviceNames[search.service].toLowerCase() : 'any care'
  const where = search.place ? ` in ${town}` : ' anywhere'
  return [`for ${care}${where}`, datesInWords(search), petsInWords(search.pets)].filter(Boolean).join(', ')
}

/** The tab of the profile page for each improvement. */
const tabs: Partial<Record<ImprovableComponent, string>> = { freshness: 'calendar', completeness: 'profile' }

function Place({ search, town, position, sitterId }: Answer & { sitterId: string }) {
  const { components, changes, excludedBy } = position
  return (
    <>
      <p className="heading text-2xl">{placeInWords(position, queryInWords({ search, town }))}</p>
      {excludedBy.length > 0 && (
        <ul className="grid list-disc gap-1 pl-5">
          {excludedBy.map((one) => (
            <li key={one.drop}>{obstacleInWords(one)}</li>
          ))}
        </ul>
      )}
      {position.position !== null && changes.length > 0 && (
        <div className="grid gap-2">
          <h3 className="font-sans text-base font-semibold">What would change it</h3>
          <ul className="grid divide-y">
            {changes.map((change) => (
              <li key={change.component} className="flex flex-wrap justify-between gap-x-6 gap-y-1 py-2.5">
                {tabs[change.component] ? (
                  <Link to={paths.ownSitter(sitterId, tabs[change.component])} className="link">
                    {stepInWords(change)}
                  </Link>
                ) : (
                  <span>{stepInWords(change)}</span>
                )}
                <span className="figures text-ink-2">{gainInWords(change, position.position!)}</span>
              </li>
            ))}
          </ul>
          <p className="text-sm text-ink-2">Calculated as if nothing changes for the other sitters.</p>
        </div>
      )}
      {components && <Components components={components} isFound={position.position !== null} />}
    </>
  )
}

type ComponentsProps = { components: Record<RankingComponent, number>; isFound: boolean }

function Components({ components, isFound }: ComponentsProps) {
  const shown = entriesOf(components).filter(([code]) => isFound || code !== 'distance')
  return (
    <details>
      <summary className="link w-fit cursor-pointer">Your seven numbers</summary>
      <div className="mt-3 grid gap-3 sm:grid-cols-2">
        {shown.map(([code, share]) => (
          <Meter key={code} label={rankingNames[code]} value={share * 100} text={formatPercent(share)} />
        ))}
      </div>
    </details>
  )
}

function History({ sitterId, offered }: { sitterId: string; offered: readonly Service[] }) {
  const [positions, setPositions] = useState<readonly DailyPosition[] | 'failed' | null>(null)
  useEffect(() => {
    const abort = new AbortController()
    api('GET /v1/sitters/:sitterId/positions', { params: { sitterId } }, { signal: abort.signal }).then(
      ({ items }) => setPositions(items),
      () => !abort.signal.aborted && setPositions('failed'),
    )
    return () => abort.abort()
  }, [sitterId])
  if (positions === null) return null
  const charts =
    positions === 'failed' ? [] : offered.filter((code) => positions.some(({ service }) => service === code))
  return (
    <Card padding="large" className="grid gap-5">
      <div>
        <h3 className="text-lg">The last 90 days in your town</h3>
        <p className="text-sm text-ink-2">
          {positions === 'failed'
            ? 'Your places could not be loaded. Reload the page.'
            : charts.length === 0
              ? 'Your place is recorded every night, starting tonight. Only you can see it.'
              : 'Recorded every night without dates and pets, for 90 days after you last looked here. Only you can see it. Higher is better.'}
        </p>
      </div>
      {positions !== 'failed' &&
        charts.map((code) => (
          <PositionHistory
            key={code}
            service={code}
            kept={positions.filter(({ service }) => service === code)}
          />
        ))}
    </Card>
  )
}
