import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'

/** Links to the reports that the user has made. */
export function ReportsSection() {
  return (
    <Card as="section" aria-labelledby="reports" className="grid gap-2">
      <h2 id="reports" className="text-xl">
        Something was wrong?
      </h2>
      <p className="text-[0.9375rem]">
        Profiles, reviews, photos, messages and the people you book with have a button to report them.
      </p>
      <Link to={paths.reports()} className="link inline-flex min-h-11 w-fit items-center">
        Your reports
      </Link>
    </Card>
  )
}
