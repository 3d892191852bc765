import { Link } from 'react-router'
import type { Place } from '#contract/places.ts'
import { plural } from '#web/format.ts'
import { cityPath } from '#web/places/city-path.ts'
import { cardStyle } from '#web/ui/card.tsx'

export function Cities({ cities }: { cities: readonly { place: Place; sitters: number }[] }) {
  return (
    <section aria-labelledby="cities" className="page grid gap-6">
      <h2 id="cities" className="text-3xl">
        Cities with sitters
      </h2>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4">
        {cities.map(({ place, sitters }) => (
          <li key={place.id}>
            <Link
              to={cityPath(place)}
              className={cardStyle({
                interactive: true,
                padding: 'small',
                className: 'grid h-full content-start no-underline',
              })}
            >
              <span className="font-semibold">{place.name}</span>
              <span className="dots text-sm text-ink-2">
                <span>{place.countryName}</span>
                <span>{plural(sitters, 'sitter')}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
