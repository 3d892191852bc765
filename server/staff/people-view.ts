import { roles } from '#contract/staff/codes.ts'
import type { Person, PersonLine } from '#contract/staff/people.ts'
import { writeCsv } from '#server/kernel/csv.ts'
import type {
  PersonBookingRow,
  PersonLineRow,
  PersonMailRow,
  PersonMoneyRow,
  PersonReportRow,
  PersonReviewRow,
  PersonRow,
  SessionRow,
  SignInEventRow,
} from '#server/staff/people-store.ts'

export const viewPersonLine = (row: PersonLineRow): PersonLine => ({
  accountId: row.id,
  name: row.name,
  email: row.email,
  location: row.location,
  roles: roles.filter((role) => row.roles.includes(role)),
  isSitter: row.sitter_id !== null,
  suspended: row.disabled,
  createdAt: row.created_at.toISOString(),
})

const header = ['Account', 'Name', 'E-mail', 'Place', 'Sitter', 'Roles', 'Suspended', 'Since']

export const writePeople = (people: readonly PersonLine[]): string =>
  writeCsv([
    header,
    ...people.map((one) => [
      one.accountId,
      one.name,
      one.email,
      one.location,
      one.isSitter,
      one.roles.join(' '),
      one.suspended,
      one.createdAt,
    ]),
  ])

/**
 * The text of a mail without its links, which may open an account, undo something or download data. Mails about the
 * sign-in may hold more secrets, so nothing of them is shown.
 */
const bodyOf = ({ kind, text_body: body }: PersonMailRow): string | null =>
  kind.startsWith('identity.') ? null : body.replaceAll(/https?:\/\/\S+/g, '(link)')

type Parts = {
  reviews: readonly PersonReviewRow[]
  reports: readonly PersonReportRow[] | null
  money: readonly PersonMoneyRow[] | null
  bookings: readonly PersonBookingRow[]
  sessions: readonly SessionRow[]
  events: readonly SignInEventRow[]
  mails: readonly PersonMailRow[]
  suspensions: Person['suspensions']
  notes: Person['notes']
}

const viewReview = (one: PersonReviewRow): Person['reviews'][number] => ({
  id: one.id,
  at: one.created_at.toISOString(),
  isWritten: one.is_written,
  otherName: one.other_name,
  booking: { id: one.booking_id, number: one.booking_number },
  overall: one.overall,
  text: one.body,
  state: one.state,
})

export const viewPerson = (
  row: PersonRow,
  { bookings, sessions, events, mails, suspensions, notes, reviews, reports, money }: Parts,
): Person => ({
  ...viewPersonLine(row),
  externalUserId: row.external_id,
  phoneNumber: row.phone_number,
  emailVerified: row.email_verified,
  lastSignInAt: row.last_login_at?.toISOString() ?? null,
  deletionDueAt: row.deletion_due_at?.toISOString() ?? null,
  suspensions,
  notes,
  sitter:
    row.sitter_id && row.sitter_status
      ? {
          id: row.sitter_id,
          status: row.sitter_status,
          rating: row.rating_count ? (row.rating_sum ?? 0) / row.rating_count : null,
          reviews: row.rating_count ?? 0,
        }
      : null,
  counts: { reportsBy: row.reports_by, reportsAbout: row.reports_about, reviewsWritten: row.reviews_written },
  bookings: bookings.map(({ other_name: otherName, start_on: startOn, end_on: endOn, ...booking }) => ({
    ...booking,
    otherName,
    startOn,
    endOn,
  })),
  reviews: reviews.map(viewReview),
  reports:
    reports &&
    reports.map(({ created_at: at, is_about: isAbout, other_name: otherName, ...report }) => ({
      ...report,
      at: at.toISOString(),
      isAbout,
      otherName,
    })),
  money: money && money.map(({ paid_out: paidOut, ...sums }) => ({ ...sums, paidOut })),
  sessions: sessions.map(({ id, ip, last_used_at: lastUsedAt, user_agent: userAgent }) => ({
    id,
    ip,
    userAgent,
    lastUsedAt: lastUsedAt.toISOString(),
  })),
  signInEvents: events.map(({ at, kind, ip }) => ({ at: at.toISOString(), kind, ip })),
  mails: mails.map((mail) => ({
    id: mail.id,
    at: mail.created_at.toISOString(),
    sentAt: mail.sent_at?.toISOString() ?? null,
    subject: mail.subject,
    body: bodyOf(mail),
  })),
})
