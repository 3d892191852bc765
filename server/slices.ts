import { keysOf, recordOf } from '#contract/entries.ts'
import { streamEvents } from '#contract/live/live.ts'
import { eraseConsents } from '#server/accounts/consent-commands.ts'
import type { AccessEnder } from '#server/accounts/commands.ts'
import { accountJobs } from '#server/accounts/jobs.ts'
import type { Eraser } from '#server/accounts/erasure.ts'
import { accountRoutes } from '#server/accounts/routes.ts'
import { backupJobs, backupSchedules } from '#server/backups/jobs.ts'
import { eraseFromBlocks } from '#server/blocks/erase-commands.ts'
import { blockRoutes } from '#server/blocks/routes.ts'
import { blogRoutes } from '#server/blog/routes.ts'
import { bookingJobs, bookingSchedules } from '#server/bookings/jobs.ts'
import { eraseFromBookings } from '#server/bookings/leave/erase-commands.ts'
import { revokeAddressOf } from '#server/bookings/papers/calendar-commands.ts'
import { bookingRoutes } from '#server/bookings/routes.ts'
import { eraseFromCalendar } from '#server/calendar/erase-commands.ts'
import { calendarJobs, calendarSchedules } from '#server/calendar/jobs.ts'
import { calendarRoutes } from '#server/calendar/routes.ts'
import { eraseFromCare } from '#server/care/erase-commands.ts'
import { careJobs, careSchedules } from '#server/care/jobs.ts'
import { careRoutes } from '#server/care/routes.ts'
import { circleJobs } from '#server/circle/jobs.ts'
import { deleteCircleOf } from '#server/circle/member-commands.ts'
import { circleRoutes } from '#server/circle/routes.ts'
import { announcementRoutes } from '#server/announcements/routes.ts'
import { contentRoutes } from '#server/content/routes.ts'
import type { Config } from '#server/config/config.ts'
import { demoPassword } from '#server/development/demo-password.ts'
import { exportJobs, exportSchedules } from '#server/exports/jobs.ts'
import { exportRoutes } from '#server/exports/routes.ts'
import { eraseFromFavourites } from '#server/favourites/commands.ts'
import { favouriteJobs, favouriteSchedules } from '#server/favourites/jobs.ts'
import { favouriteRoutes } from '#server/favourites/routes.ts'
import { eraseFromFiles } from '#server/files/erase-commands.ts'
import { fileJobs, fileSchedules } from '#server/files/jobs.ts'
import { fileRoutes } from '#server/files/routes.ts'
import { holidayJobs, holidaySchedules } from '#server/holidays/jobs.ts'
import { holidayRoutes } from '#server/holidays/routes.ts'
import { deleteHouseholdOf } from '#server/households/commands.ts'
import { householdRoutes } from '#server/households/routes.ts'
import { eraseFromImports } from '#server/imports/commands.ts'
import { importJobs } from '#server/imports/jobs.ts'
import { importRoutes } from '#server/imports/routes.ts'
import { identityJobs, identitySchedules } from '#server/identity/jobs.ts'
import { defaultLimits, identityOptions, type IdentityOptions } from '#server/identity/options.ts'
import { sessionRoutes } from '#server/identity/sessions/routes.ts'
import { invoiceJobs, invoiceSchedules } from '#server/invoices/jobs.ts'
import { invoiceRoutes } from '#server/invoices/routes.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { type Route, streamRoute } from '#server/kernel/http/http.ts'
import type { JobHandler, Schedule } from '#server/kernel/jobs/jobs.ts'
import { kernelJobs, kernelSchedules } from '#server/kernel/jobs/kernel-jobs.ts'
import { mailJobs, mailSchedules } from '#server/kernel/mail/mail.ts'
import { deleteKeysOf } from '#server/keys/commands.ts'
import { keyRoutes } from '#server/keys/routes.ts'
import { ledgerJobs, ledgerSchedules } from '#server/ledger/jobs.ts'
import { ledgerRoutes } from '#server/ledger/routes.ts'
import { lookRoutes } from '#server/look/routes.ts'
import { erasePagesOf } from '#server/lost/commands.ts'
import { lostJobs, lostSchedules } from '#server/lost/jobs.ts'
import { lostRoutes } from '#server/lost/routes.ts'
import { eraseFromMessages } from '#server/messages/erase-commands.ts'
import { messageJobs } from '#server/messages/jobs.ts'
import { eraseFromMails } from '#server/mails/suppression-commands.ts'
import { mailReportJobs, mailReportSchedules } from '#server/mails/jobs.ts'
import { deskMailRoutes } from '#server/mails/routes.ts'
import { messageRoutes } from '#server/messages/routes.ts'
import { removeDevicesOf } from '#server/notices/device-commands.ts'
import { eraseFromNotices } from '#server/notices/held-commands.ts'
import { noticeJobs, noticeSchedules } from '#server/notices/jobs.ts'
import { noticeRoutes } from '#server/notices/routes.ts'
import { eraseFromPayments } from '#server/payments/erase-commands.ts'
import { paymentJobs, paymentSchedules } from '#server/payments/jobs.ts'
import { paymentRoutes } from '#server/payments/routes.ts'
import { eraseFromPets } from '#server/pets/commands.ts'
import { petRoutes } from '#server/pets/routes.ts'
import { placeRoutes } from '#server/places/routes.ts'
import { retentionJobs, retentionSchedules } from '#server/privacy/retention.ts'
import { eraseFromReports } from '#server/reports/erase-commands.ts'
import { reportRoutes } from '#server/reports/routes.ts'
import { eraseFromReviews } from '#server/reviews/erase-commands.ts'
import { reviewJobs, reviewSchedules } from '#server/reviews/jobs.ts'
import { reviewRoutes } from '#server/reviews/routes.ts'
import { eraseFromSearch } from '#server/search/erase-commands.ts'
import { searchJobs, searchSchedules } from '#server/search/jobs.ts'
import { searchRoutes } from '#server/search/routes.ts'
import { settingJobs, settingSchedules } from '#server/settings/jobs.ts'
import { settingRoutes } from '#server/settings/routes.ts'
import { eraseFromStaffActs, eraseStaffNotes } from '#server/staff/erase-commands.ts'
import { staffRoutes } from '#server/staff/routes.ts'
import { eraseFromSuspensions } from '#server/suspensions/erase-commands.ts'
import { suspensionJobs, suspensionSchedules } from '#server/suspensions/jobs.ts'
import { suspensionRoutes } from '#server/suspensions/routes.ts'
import { deleteWebhooksOf } from '#server/webhooks/commands.ts'
import { webhookJobs, webhookSchedules } from '#server/webhooks/jobs.ts'
import { webhookRoutes } from '#server/webhooks/routes.ts'
import { eraseFromSitters } from '#server/sitters/account-commands.ts'
import { sitterJobs, sitterSchedules } from '#server/sitters/jobs.ts'
import { sitterRoutes } from '#server/sitters/routes.ts'

/** Every operation of the API with its handler. */
export const routes: Route[] = [
  ...settingRoutes,
  ...sessionRoutes,
  ...accountRoutes,
  streamRoute(streamEvents),
  ...blockRoutes,
  ...fileRoutes,
  ...lookRoutes,
  ...noticeRoutes,
  ...keyRoutes,
  ...webhookRoutes,
  ...placeRoutes,
  ...holidayRoutes,
  ...petRoutes,
  ...sitterRoutes,
  ...searchRoutes,
  ...favouriteRoutes,
  ...calendarRoutes,
  ...ledgerRoutes,
  ...paymentRoutes,
  ...bookingRoutes,
  ...invoiceRoutes,
  ...messageRoutes,
  ...reviewRoutes,
  ...householdRoutes,
  ...circleRoutes,
  ...suspensionRoutes,
  ...reportRoutes,
  ...careRoutes,
  ...lostRoutes,
  ...exportRoutes,
  ...blogRoutes,
  ...contentRoutes,
  ...announcementRoutes,
  ...deskMailRoutes,
  ...importRoutes,
  ...staffRoutes,
]

/** Ways to read an account without signing in. */
const accessEnders: AccessEnder[] = [deleteKeysOf, deleteWebhooksOf, removeDevicesOf, revokeAddressOf]

const byAccount =
  (erase: (deps: Deps, accountId: string) => Promise<unknown>): Eraser =>
  async (deps, { accountId }) => {
    await erase(deps, accountId)
  }

/**
 * The functions that erase a person's data with their account; sitters come first, because they are locked first
 * everywhere.
 */
const erasers: Eraser[] = [
  eraseFromSitters,
  eraseFromSearch,
  eraseFromBookings,
  eraseFromCalendar,
  eraseFromPayments,
  eraseFromMessages,
  eraseFromReviews,
  eraseFromCare,
  byAccount(erasePagesOf),
  byAccount(deleteHouseholdOf),
  byAccount(deleteCircleOf),
  eraseConsents,
  eraseFromSuspensions,
  eraseFromReports,
  eraseFromFavourites,
  eraseFromPets,
  eraseFromBlocks,
  eraseFromFiles,
  eraseFromNotices,
  byAccount(deleteKeysOf),
  byAccount(deleteWebhooksOf),
  eraseFromMails,
  eraseFromImports,
  eraseFromStaffActs,
  eraseStaffNotes,
  // Archives are removed by a job, because a transaction must not wait for the storage.
  (deps, { accountId }) => deps.enqueue(deps.db, 'exports.forget', { accountId }),
]

export const jobHandlers = (deps: Deps, config: Config): JobHandler[] => [
  ...kernelJobs(deps),
  ...mailJobs(deps, config.mail),
  ...identityJobs(deps, identityOf(config), config.hosted === undefined),
  ...accountJobs(deps, erasers, accessEnders),
  ...noticeJobs(deps),
  ...webhookJobs(deps),
  ...fileJobs(deps),
  ...holidayJobs(deps),
  ...sitterJobs(deps),
  ...searchJobs(deps),
  ...calendarJobs(deps),
  ...favouriteJobs(deps),
  ...settingJobs(deps),
  ...ledgerJobs(deps),
  ...paymentJobs(deps),
  ...bookingJobs(deps),
  ...invoiceJobs(deps),
  ...messageJobs(deps),
  ...reviewJobs(deps),
  ...careJobs(deps),
  ...lostJobs(deps),
  ...mailReportJobs(deps, config.mailReports),
  ...circleJobs(deps),
  ...suspensionJobs(deps),
  ...importJobs(deps),
  ...retentionJobs(deps),
  ...exportJobs(deps),
  ...backupJobs(deps, config),
]

export const jobSchedules: Schedule[] = [
  ...kernelSchedules,
  ...mailSchedules,
  ...identitySchedules,
  ...noticeSchedules,
  ...webhookSchedules,
  ...fileSchedules,
  ...holidaySchedules,
  ...sitterSchedules,
  ...searchSchedules,
  ...favouriteSchedules,
  ...calendarSchedules,
  ...settingSchedules,
  ...ledgerSchedules,
  ...paymentSchedules,
  ...bookingSchedules,
  ...invoiceSchedules,
  ...reviewSchedules,
  ...careSchedules,
  ...lostSchedules,
  ...mailReportSchedules,
  ...suspensionSchedules,
  ...retentionSchedules,
  ...exportSchedules,
  ...backupSchedules,
]

const localLimitFactor = 100

/**
 * On an instance that only one computer reaches, all clients share one address, so the rate limits are 100 times as
 * high.
 */
export function identityOf(config: Config): IdentityOptions {
  const publicPassword = config.production ? undefined : demoPassword
  if (!config.isLocal) return identityOptions(config, { publicPassword })
  const limits = recordOf(keysOf(defaultLimits), (name) => {
    const { points, seconds } = defaultLimits[name]
    return { points: points * localLimitFactor, seconds }
  })
  return identityOptions(config, { limits, publicPassword })
}
