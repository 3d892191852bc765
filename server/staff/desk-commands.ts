import { mayDo, type Permission, waitingFor } from '#contract/staff/codes.ts'
import type { Desk } from '#contract/staff/desk.ts'
import { addDays, mondayOf } from '#server/kernel/day.ts'
import type { Deps, TokenViewer } from '#server/kernel/deps.ts'
import { mailGivenUpBefore } from '#server/kernel/mail/mail.ts'
import { readMeasurements } from '#server/kernel/metrics/measurements.ts'
import { operatorCommand, version } from '#server/kernel/version.ts'
import { writeDemand } from '#server/search/demand-commands.ts'
import { currentSettings } from '#server/settings/commands.ts'
import * as store from '#server/staff/desk-store.ts'
import {
  viewCity,
  viewFailure,
  viewInvariants,
  viewSuccess,
  viewWaiting,
  viewWeek,
} from '#server/staff/desk-view.ts'

const shownWeeks = 12
const shownCities = 12
const dayMs = 86_400_000
const before = (at: Date, days: number) => new Date(at.getTime() - days * dayMs)
const dayOf = (at: Date) => at.toISOString().slice(0, 10)

/** What waits for a member of staff, as far as their roles show it, and the figures of the last weeks; a key sees all. */
export async function readDesk(deps: Deps, { roles, key }: TokenViewer): Promise<Desk> {
  const { db, now, site } = deps
  const at = now()
  const { settings, version: settingsVersion } = await currentSettings(db)
  const { currency } = settings
  const last = mondayOf(dayOf(at))
  const weeks = { first: addDays(last, -7 * (shownWeeks - 1)), last, currency }
  await writeDemand(deps)
  const [waiting, rows, cities, database, measured, failedMails, failedJobs] = await Promise.all([
    store.findWaiting(db, site.mailConfigured ? mailGivenUpBefore(at) : null),
    store.findWeeks(db, weeks),
    store.findCities(db, before(at, 28), shownCities),
    store.findDatabaseVersion(db),
    readMeasurements(db),
    site.mailConfigured ? store.countFailedMails(db, before(at, 30), mailGivenUpBefore(at)) : null,
    store.countFailedJobs(db, before(at, 7)),
  ])
  const sees = (permission: Permission) => key?.isOfSite || mayDo(roles, permission)
  const showsMoney = sees('money.read')
  const failureOf = (kind: Parameters<typeof viewFailure>[1]) => viewFailure(measured, kind, !key?.isOfSite)
  return {
    waiting: waiting.filter(({ kind }) => sees(waitingFor[kind])).flatMap(viewWaiting),
    currency,
    weeks: rows.map((row) => viewWeek(row, showsMoney)),
    cities: cities.map(viewCity),
    health: {
      version,
      operatorCommand: operatorCommand('').trim(),
      database,
      settingsVersion,
      invariants: viewInvariants(measured),
      backupAt: viewSuccess(measured, 'backup'),
      backupFailure: failureOf('backup_failure'),
      backupVerifiedAt: viewSuccess(measured, 'backup_verified'),
      backupVerifyFailure: failureOf('backup_verify_failure'),
      uploadsFailure: failureOf('uploads_failure'),
      logArchivedAt: viewSuccess(measured, 'wal_archived'),
      logFailure: failureOf('wal_failure'),
      failedMails,
      failedJobs,
    },
  }
}
