import type { ReactNode } from 'react'
import type { Desk } from '#contract/staff/desk.ts'
import { useNow } from '#web/accounts/use-now.ts'
import { useViewerZone } from '#web/accounts/own-account.ts'
import { formatInstant, plural } from '#web/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'

function mailWords(failed: number | null): string {
  if (failed === null) return 'None is sent, because no mail server is set up'
  return failed === 0 ? 'None has failed in 30 days' : `${plural(failed, 'mail')} failed in 30 days`
}

/** A backup each night may be this old before it is missing. */
const oldBackupHours = 36

function Backup({ health: { backupAt: at, operatorCommand } }: { health: Desk['health'] }) {
  const zone = useViewerZone()
  const now = useNow()
  if (at === null)
    return (
      <>
        <Badge tone="gold">No backup yet</Badge> Make one with <code>{operatorCommand} backup</code>. See
        “Backup” in the guide for operators (<code>OPERATING.md</code>).
      </>
    )
  const hours = Math.floor((now - Date.parse(at)) / 3_600_000)
  const isOld = hours > oldBackupHours
  const age = hours < 48 ? plural(hours, 'hour') : plural(Math.floor(hours / 24), 'day')
  return (
    <>
      <Badge tone={isOld ? 'gold' : 'green'}>{hours < 1 ? 'Under an hour old' : `${age} old`}</Badge>{' '}
      {formatInstant(at, zone)}
    </>
  )
}

const failedBackupRow = (
  { at, cause }: NonNullable<Desk['health']['backupFailure']>,
  zone: string,
): [string, ReactNode] => [
  'Scheduled backup',
  <>
    <Badge tone="rust">Failed</Badge> {formatInstant(at, zone)}, and is tried again every hour. {cause}
  </>,
]

/** When a backup was last restored on trial, and why the latest one could not be. */
function Verification({ health }: { health: Desk['health'] }) {
  const zone = useViewerZone()
  const { backupVerifiedAt: at, backupVerifyFailure: failure } = health
  if (failure)
    return (
      <>
        <Badge tone="rust">Failed</Badge> {formatInstant(failure.at, zone)}.{' '}
        {at === null
          ? 'None was ever verified.'
          : `The last good one was verified ${formatInstant(at, zone)}.`}{' '}
        {failure.cause}
      </>
    )
  if (at === null)
    return (
      <>
        <Badge tone="gold">Not yet</Badge> Restore the newest one on trial with{' '}
        <code>{health.operatorCommand} verify</code>.
      </>
    )
  return (
    <>
      <Badge tone="green">Can be restored</Badge> {formatInstant(at, zone)}
    </>
  )
}

const failedUploadsRow = (
  { at, cause }: NonNullable<Desk['health']['uploadsFailure']>,
  zone: string,
): [string, ReactNode] => [
  'New photos and documents',
  <>
    <Badge tone="rust">Not in the backups</Badge> since {formatInstant(at, zone)}. They are copied once this
    works again. {cause}
  </>,
]

/** Up to when the embedded database can be restored to any moment. */
function ArchivedLog({ health: { logArchivedAt, logFailure } }: { health: Desk['health'] }) {
  const zone = useViewerZone()
  return (
    <>
      <Badge tone={logFailure ? 'rust' : 'green'}>{logFailure ? 'Failed' : 'Archived'}</Badge>{' '}
      {logFailure && `${formatInstant(logFailure.at, zone)}. ${logFailure.cause} `}
      {logArchivedAt && `The last part was archived ${formatInstant(logArchivedAt, zone)}.`}
    </>
  )
}

const verificationRows = (health: Desk['health']): [string, ReactNode][] => [
  ...(health.backupAt === null
    ? []
    : ([['Backup verified', <Verification key="verified" health={health} />]] satisfies [
        string,
        ReactNode,
      ][])),
  ...(health.logArchivedAt === null && health.logFailure === null
    ? []
    : ([['Database log', <ArchivedLog key="log" health={health} />]] satisfies [string, ReactNode][])),
]

/** The versions, the last check of the data, and what has failed. */
export function DeskHealth({ health }: { health: Desk['health'] }) {
  const zone = useViewerZone()
  const {
    version,
    database,
    settingsVersion,
    invariants,
    backupFailure,
    uploadsFailure,
    failedMails,
    failedJobs,
  } = health
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
    ['Last backup', <Backup key="backup" health={health} />],
    ...(backupFailure ? [failedBackupRow(backupFailure, zone)] : []),
    ...verificationRows(health),
    ...(uploadsFailure ? [failedUploadsRow(uploadsFailure, zone)] : []),
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
