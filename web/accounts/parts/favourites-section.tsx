import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'

/** Links to favourite sitters and saved searches. */
export function FavouritesSection() {
  return (
    <Card as="section" aria-labelledby="kept" className="grid gap-4">
      <h2 id="kept" className="text-xl">
        Saved for you
      </h2>
      <p className="text-[0.9375rem]">
        The sitters you like, with your own notes, and the searches you want to hear about.
      </p>
      <Link to={paths.favourites()} className={buttonStyle({ className: 'justify-self-start' })}>
        Your favourites
      </Link>
    </Card>
  )
}
