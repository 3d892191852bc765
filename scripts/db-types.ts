// Writes the database's types for Kysely and the resulting schema, both from a freshly migrated database.
import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '#server/kernel/db/migrate.ts'
import { startPostgres } from '#server/kernel/postgres/postgres.ts'
import { dumpSchema } from './schema-dump.ts'

/** Columns with types narrower than SQL can express; JSON is written as text and read in the contract's shape. */
const columns = {
  'mail_suppression.cause': "'bounce' | 'complaint' | 'manual'",
  'announcement.audience': 'AnnouncementAudience',
  'announcement.tone': "'info' | 'warning'",
  'booking.status': 'BookingStatus',
  'booking.service': 'Service',
  'booking.payment_status': 'PaymentStatus',
  'booking.payment_mode': 'PaymentMode',
  'booking.cancelled_by': 'Actor | null',
  'booking.quote': 'ColumnType<Quote, string, string>',
  'booking.terms': 'ColumnType<unknown, string, string>',
  'booking_event.payload': 'ColumnType<unknown, string, string>',
  'booking_event.to_status': 'BookingStatus',
  'booking_event.from_status': 'BookingStatus | null',
  'booking_event.by': 'Actor',
  'pet.species': 'Species',
  'pet.details': 'ColumnType<PetDetails, string, string>',
  'booking_change.status': 'ChangeStatus',
  'booking_change.proposed_by': 'Party',
  'booking_extra.purpose': 'ExtraPurpose',
  'booking_extra.status': "'waiting' | 'paid' | 'ended'",
  'booking_change.agreed': 'ColumnType<unknown, string, string>',
  'booking_backup.status': 'BackupStatus',
  'booking_case.kind': 'CaseKind',
  'booking_case.status': 'CaseStatus',
  'booking_case.opened_by': "Party | 'system'",
  'booking_case.resolved_by': "'operator' | 'system' | null",
  'booking_case.appealed_by': 'Party | null',
  'booking_rhythm.rhythm': 'UpdateRhythm',
  'booking_notice.receiver': "Party | 'operator'",
  'calendar_feed.blocks': 'FeedBlocks',
  'calendar_feed.failure': 'FeedFailure | null',
  'calendar_feed.services': 'Service[] | null',
  'calendar_feed.source': 'FeedSource',
  'care_entry.data': 'ColumnType<Record<string, unknown>, string, string>',
  'content_draft.fields': 'ColumnType<unknown, string, string>',
  'content_draft.kind': 'ContentKind',
  'content_version.change': 'ContentChange',
  'content_version.fields': 'ColumnType<unknown, string | null, string | null>',
  'content_version.kind': 'ContentKind',
  'data_export.state': 'ExportState',
  'clock_watch.doubt_against': "'uptime' | 'database' | 'last_run' | null",
  'face.account_id': 'string',
  'face.photo': '{ id: string; hash: string; widths: number[] }',
  'fee_invoice.status': 'FeeInvoiceStatus',
  'file.kind': 'FileKind',
  'file.state': 'FileState',
  'file.refusal': 'FileRefusal | null',
  'import.kind': 'ImportKind',
  'import.state': 'ImportState',
  'import_row.data': 'ColumnType<unknown, string, string>',
  'import_row.faults': 'ColumnType<{ column: string | null; message: string }[], string, string>',
  'import_row.kind': 'ImportKind',
  'import_row.outcome': 'ImportOutcome',
  'ledger_correction.state': "'waiting' | 'posted' | 'rejected'",
  'ledger_transfer.kind': 'TransferKind',
  'ledger_entry.account': 'LedgerAccount',
  'lost_pet.reported_by': 'Party',
  'notice.kind': 'NoticeKind',
  'notice_choice.topic': 'NoticeTopic',
  'notice_choice.channel': 'NoticeChannel',
  'notice_mail.letter': 'ColumnType<MailContent & { kind?: string }, string, string>',
  'notice_setting.digest': 'Digest',
  'payment.purpose': "'booking' | ExtraPurpose",
  'payment.way': "'hold' | 'store'",
  'payment.state': "'open' | 'action' | 'failed' | 'stored' | 'authorised' | 'captured' | 'voided'",
  'payment.dispute': 'DisputeState | null',
  'payment_account.state': "'started' | 'checking' | 'ready'",
  'payment_task.kind':
    "'capture' | 'charge' | 'cancel' | 'refund' | 'transfer' | 'reverse' | 'answer' | 'accept'",
  'payment_task.state': "'planned' | 'waiting' | 'unknown' | 'done' | 'refused'",
  'promo_code.paid_by': 'PromoPayer',
  'promo_use.status': "'reserved' | 'used' | 'returned'",
  'report.measure': 'ReportMeasure | null',
  'report.reason': 'ReportReason',
  'report.snapshot': "ColumnType<ShownReport['snapshot'] & { photoIds?: string[] }, string, string>",
  'report.status': 'ReportStatus',
  'report.subject_kind': 'ReportSubject',
  'review.author': 'Party',
  'review.ratings': 'ColumnType<Record<string, number>, string, string>',
  'saved_search.query': 'ColumnType<PinsQuery, string, string>',
  'look.document': 'ColumnType<ChosenLook, string, string>',
  'setting.document': 'ColumnType<Settings, string, string>',
  'sitter.status': 'SitterStatus',
  'sitter.hidden_from': "'in_review' | 'published' | null",
  'sitter.instant_book': 'InstantBooking',
  'sitter.home': 'ColumnType<Home, string, string>',
  'sitter.own_holidays': 'ColumnType<OwnHolidays, string | undefined, string>',
  'sitter.skills': 'Skill[]',
  'sitter_draft.data': "ColumnType<Draft['data'], string, string>",
  'sitter_service.service': 'Service',
  'sitter_service.policy': 'Policy',
  'sitter_service.rates': 'ColumnType<Rates, string, string>',
  'sitter_service.accepts': 'ColumnType<Accepts, string, string>',
  'sitter_day_override.service': 'Service',
  'sitter_day.kind': "Service | 'home'",
}
const codes = [
  'Actor',
  'BackupStatus',
  'BookingStatus',
  'CaseKind',
  'CaseStatus',
  'ChangeStatus',
  'DisputeState',
  'ExtraPurpose',
  'FeeInvoiceStatus',
  'InstantBooking',
  'LedgerAccount',
  'Party',
  'PaymentMode',
  'PaymentStatus',
  'Policy',
  'PromoPayer',
  'Service',
  'SitterStatus',
  'Skill',
  'Species',
  'TransferKind',
  'UpdateRhythm',
]
const imports = [
  `import type { ${codes.join(', ')} } from '#contract/codes.ts'`,
  `import type { FeedBlocks, FeedFailure, FeedSource } from '#contract/calendar/codes.ts'`,
  `import type { ReportMeasure, ReportReason, ReportStatus, ReportSubject } from '#contract/care/codes.ts'`,
  `import type { Digest, NoticeChannel, NoticeKind, NoticeTopic } from '#contract/notices/kinds.ts'`,
  `import type { ExportState } from '#contract/exports/codes.ts'`,
  `import type { FileKind, FileRefusal, FileState } from '#contract/files/codes.ts'`,
  `import type { Quote } from '#contract/bookings/bookings.ts'`,
  `import type { Look as ChosenLook } from '#contract/look.ts'`,
  `import type { PetDetails } from '#contract/pets.ts'`,
  `import type { Report as ShownReport } from '#contract/reports.ts'`,
  `import type { PinsQuery } from '#contract/search/search.ts'`,
  `import type { Settings } from '#contract/settings.ts'`,
  `import type { OwnHolidays } from '#contract/calendar/calendar.ts'`,
  `import type { SitterDraft as Draft } from '#contract/sitters/drafts.ts'`,
  `import type { Accepts, Home, Rates } from '#contract/sitters/sitters.ts'`,
  `import type { AnnouncementAudience, ContentChange, ContentKind, ImportKind, ImportOutcome, ImportState } from '#contract/staff/codes.ts'`,
  `import type { MailContent } from '#server/kernel/mail/mail-content.ts'`,
]

/**
 * Narrows columns by text replacement, because kysely-codegen does it through a compiler API that TypeScript 7 does not
 * have.
 */
function narrow(source: string): string {
  let result = source.replace('import type { ColumnType } from "kysely";', (line) =>
    [line, ...imports].join('\n'),
  )
  for (const [column, type] of Object.entries(columns)) {
    const [table = '', name = ''] = column.split('.')
    const title = table
      .split('_')
      .map((word) => word[0]!.toUpperCase() + word.slice(1))
      .join('')
    const pattern = new RegExp(
      `(export interface ${title} \\{(?:(?!\\n\\})[^])*?\\n  ${name}: )(Generated<)?[^;\\n]*?(>)?;`,
    )
    if (!pattern.test(result)) throw new Error(`No column ${column} to narrow`)
    result = result.replace(
      pattern,
      (_, head: string, generated?: string) => `${head}${generated ? `Generated<${type}>` : type};`,
    )
  }
  return result
}

const root = new URL('..', import.meta.url).pathname
const target = join(root, 'server/kernel/db/schema.ts')
const folder = await mkdtemp(join(tmpdir(), 'sitwell-types-'))
const postgres = await startPostgres(join(folder, 'postgres'))
try {
  await migrate(postgres.url)
  await writeFile(join(root, 'database/schema.sql'), await dumpSchema(postgres.url))
  const options = {
    '--url': postgres.url,
    '--dialect': 'postgres',
    '--out-file': target,
    '--date-parser': 'string',
    '--include-pattern': '{public,identity}.*',
    '--default-schema': 'public',
  }
  const result = spawnSync('kysely-codegen', Object.entries(options).flat(), {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (result.status !== 0) throw new Error('kysely-codegen failed')
  await writeFile(target, narrow(await readFile(target, 'utf8')))
} finally {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
