import type { ReactNode } from 'react'
import type { Desk } from '#contract/staff/desk.ts'
import { useViewerZone } from '#web/accounts/own-account.ts'
import { formatInstant, plural } from '#web/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'

function mailWords(failed: number | null): string {
  if (failed === null) return 'None is sent, because no mail server is set up'
  return failed === 0 ? 'None has failed in 30 days' : `${plural(failed, 'mail')} failed in 30 days`
}

/** The versions, the last check of the data, and what has failed. */
export function DeskHealth({ health }: { health: Desk['health'] }) {
  const zone = useViewerZone()
  const { version, database, settingsVersion, invariants, failedMails, failedJobs } = health
  const rows: [string, ReactNode][] = [
    ['Version', version],
    ['Database', `PostgreSQL ${database}`],
    ['Settings', settingsVersion === 0 ? 'The defaults' : `Version ${settingsVersion}`],
    [
      'Check of money and bookings',
      invariants ? (
        <>
          <Badge tone={invariants.violated === 0 ? 'green' : 'rust'}>
            {invariants.violated === 0
              ? 'Adds up'
              : plural(invariants.violated, 'rule broken', 'rules broken')}
          </Badge>{' '}
          {formatInstant(invariants.checkedAt, zone)}
        </>
      ) : (
        'Not yet; it runs every night'
      ),
    ],
    ['Mails', mailWords(failedMails)],
    [
      'Jobs',
      failedJobs === 0 ? 'None has failed in 7 days' : `${plural(failedJobs, 'job')} failed in 7 days`,
    ],
  ]
  return (
    <section aria-labelledby="health" className="grid gap-4">
      <h2 id="health" className="text-xl">
        State of the site
      </h2>
      <Card>
        <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[auto_minmax(0,1fr)]">
          {rows.map(([label, value]) => (
            <div key={label} className="contents">
              <dt className="text-ink-2">{label}</dt>
              <dd className="max-sm:mb-2">{value}</dd>
            </div>
          ))}
        </dl>
      </Card>
    </section>
  )
}
