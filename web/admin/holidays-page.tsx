import { Form } from 'react-router'
import { asOperator } from '#web/admin/operator.ts'
import { HolidayYearForm } from '#web/admin/parts/holiday-year-form.tsx'
import { api } from '#web/api.ts'
import { todayIn } from '#web/clock.ts'
import { formatCountry } from '#web/format.ts'
import { OwnPageLoading, ownMeta } from '#web/layout/own-page.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import type { Route } from './+types/holidays-page.ts'

const yearsAhead = 2

export const clientLoader = ({ request }: Route.ClientLoaderArgs) =>
  asOperator(request, async () => {
    const address = new URL(request.url).searchParams
    const { operator } = await api('GET /v1/settings', {})
    const requestedCountry = address.get('country')
    const country =
      requestedCountry && /^[A-Z]{2}$/.test(requestedCountry) ? requestedCountry : operator.country
    const thisYear = Number(todayIn('UTC').slice(0, 4))
    const year = Number(address.get('year')) || thisYear
    const part = address.get('region')
    const { countries, subdivisions } = await api('GET /v1/holidays', { query: { country } })
    // A region left over from a previously chosen country falls back to the whole country.
    const region = subdivisions.some(({ code }) => code === part) ? (part ?? '') : ''
    const loaded = await api('GET /v1/admin/holidays', {
      query: { country, year, ...(region && { subdivision: region }) },
    })
    return { loaded, region, countries, subdivisions, thisYear }
  })
clientLoader.hydrate = true as const

export const meta: Route.MetaFunction = ownMeta({
  title: 'Holidays',
  description: 'Change the periods in which a sitter’s holiday surcharge applies.',
  path: paths.editHolidays(),
})

export const HydrateFallback = () => <OwnPageLoading label="Loading the holidays" blocks={['h-12', 'h-96']} />

export default function EditHolidaysPage({ loaderData }: Route.ComponentProps) {
  const { loaded, region, countries, subdivisions, thisYear } = loaderData
  const { country, year } = loaded
  const named = [...new Set([country, ...countries])]
    .map((value) => ({ value, label: formatCountry(value) }))
    .sort((a, b) => a.label.localeCompare(b.label, 'en'))
  const years = [
    ...new Set([year, ...Array.from({ length: yearsAhead + 1 }, (_, index) => thisYear + index)]),
  ]
  return (
    <main className="page grid max-w-[56rem] grid-cols-[minmax(0,1fr)] gap-6 py-8">
      <h1>Holidays</h1>
      <p className="max-w-measure text-ink-2">
        In these periods sitters’ holiday surcharges apply. Your changes apply to prices from now on; quotes
        and bookings keep the periods they were made with.
      </p>
      <Form key={`${country} ${region} ${year}`} className="flex flex-wrap items-end gap-3">
        <Select name="country" label="Country" defaultValue={country} options={named} />
        {subdivisions.length > 0 && (
          <Select
            name="region"
            label="Region"
            defaultValue={region}
            placeholder="Whole country"
            options={subdivisions.map(({ code, name }) => ({ value: code, label: name }))}
          />
        )}
        <Select
          name="year"
          label="Year"
          defaultValue={`${year}`}
          options={years.sort().map((value) => ({ value: `${value}`, label: `${value}` }))}
        />
        <Button type="submit">Show</Button>
      </Form>
      <HolidayYearForm key={`${country} ${region} ${year} ${loaded.version}`} loaded={loaded} />
    </main>
  )
}
