import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'

/** Links to the home sheet and, for sitters, to the bookings from another calendar. */
export function HomeSection({ isSitter }: { isSitter: boolean }) {
  return (
    <Card as="section" aria-labelledby="home" className="grid gap-4">
      <h2 id="home" className="text-xl">
        Your home
      </h2>
      <p className="text-[0.9375rem]">
        Address, key and codes, kept encrypted. A sitter who comes to you sees them from a day before the
        start until two hours after the end, and you see who looked.
      </p>
      <div className="flex flex-wrap gap-3">
        <Link to={paths.household()} className={buttonStyle()}>
          Address and codes
        </Link>
        {!isSitter && (
          <Link to={paths.calendar()} className={buttonStyle()}>
            Calendar
          </Link>
        )}
      </div>
    </Card>
  )
}
