import { Form } from 'react-router'
import { apiOf } from '#web/api.ts'
import { formatCountry, formatDay } from '#web/format.ts'
import { configOf, pageMeta } from '#web/layout/meta.ts'
import { Button } from '#web/ui/button.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import type { Route } from './+types/holidays-page.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const address = new URL(request.url).searchParams
  const requestedCountry = address.get('country')
  const api = apiOf(context)
  const { operator } = await api('GET /v1/settings', {})
  const country =
    requestedCountry && /^[A-Z]{2}$/.test(requestedCountry) ? requestedCountry : operator.country
  const part = address.get('region')?.slice(0, 10)
  const answer = await api('GET /v1/holidays', { query: { country, ...(part && { subdivision: part }) } })
  // If the region belongs to another country, left over from an earlier choice, the whole country is shown.
  const region = answer.subdivisions.some(({ code }) => code === part) ? part! : ''
  // Named here only, because the names of countries differ between versions of the browsers' and the server's data.
  const named = [...new Set([country, ...answer.countries])]
    .map((value) => ({ value, label: formatCountry(value) }))
    .sort((a, b) => a.label.localeCompare(b.label, 'en'))
  return { country, countryName: formatCountry(country), named, region, ...answer }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(configOf(matches), {
    title: 'Holidays',
    description: 'The days on which a sitter’s holiday surcharge applies, by country and region.',
    path: '/legal/holidays',
  })

export default function HolidaysPage({ loaderData }: Route.ComponentProps) {
  const { country, countryName, named, region, items, subdivisions } = loaderData
  const partName = subdivisions.find(({ code }) => code === region)?.name
  const where = partName ? `${partName}, ${countryName}` : countryName
  return (
    <main className="page max-w-[52rem] py-10">
      <h1 className="mb-3">Holidays</h1>
      <p className="mb-6 text-ink-2">
        A sitter’s holiday surcharge applies to nights, days and visits that start on one of these days where
        the care takes place, and to the first pet only.
      </p>
      <Form className="mb-8 flex flex-wrap items-end gap-3">
        <Select key={country} name="country" label="Country" defaultValue={country} options={named} />
        {subdivisions.length > 0 && (
          <Select
            key={`${country} ${region}`}
            name="region"
            label="Region"
            defaultValue={region}
            placeholder="Whole country"
            options={subdivisions.map(({ code, name }) => ({ value: code, label: name }))}
          />
        )}
        <Button type="submit">Show</Button>
      </Form>
      {items.length === 0 ? (
        <EmptyState title="No holidays listed">
          We do not list the holidays of {countryName}, so no surcharge applies there.
        </EmptyState>
      ) : (
        <DataTable
          caption={`Holidays in ${where}`}
          captionHidden
          columns={[
            { id: 'name', header: 'Holiday', rowHeader: true, renderCell: (row) => row.name },
            {
              id: 'days',
              header: 'Days',
              renderCell: (row) =>
                row.startOn === row.endOn
                  ? formatDay(row.startOn)
                  : `${formatDay(row.startOn)} to ${formatDay(row.endOn)}`,
            },
            { id: 'year', header: 'Year', renderCell: (row) => `${row.year}` },
            {
              id: 'region',
              header: 'Region',
              renderCell: (row) => (row.subdivision ? (partName ?? row.subdivision) : 'Whole country'),
            },
          ]}
          rows={items}
          rowKey={(row) => `${row.subdivision}${row.name}${row.startOn}`}
        />
      )}
    </main>
  )
}
