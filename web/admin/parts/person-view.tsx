import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import type { Account } from '#contract/accounts.ts'
import { mayDo } from '#contract/staff/codes.ts'
import type { Person } from '#contract/staff/people.ts'
import { roleNames } from '#contract/staff/words.ts'
import { serviceNames } from '#contract/words.ts'
import { useAccount } from '#web/accounts/account-layout.tsx'
import { useViewerZone } from '#web/accounts/own-account.ts'
import { moneyPaths } from '#web/admin/money-paths.ts'
import { CorrectButton } from '#web/admin/parts/correct-button.tsx'
import { ErasureButtons, KeepButton } from '#web/admin/parts/erasure-buttons.tsx'
import { Elsewhere } from '#web/admin/parts/elsewhere.tsx'
import { type Fact, Facts } from '#web/admin/parts/facts.tsx'
import { MergeForm } from '#web/admin/parts/merge-form.tsx'
import { Section } from '#web/admin/parts/person-section.tsx'
import { PersonNotes } from '#web/admin/parts/person-notes.tsx'
import { RolesButton } from '#web/admin/parts/roles-button.tsx'
import { SecureButtons } from '#web/admin/parts/secure-buttons.tsx'
import { SuspendButton } from '#web/admin/parts/suspend-form.tsx'
import { ViewButton } from '#web/admin/parts/view-button.tsx'
import { mailPaths } from '#web/admin/mail-paths.ts'
import { peoplePaths } from '#web/admin/people-paths.ts'
import { statusDisplays } from '#web/bookings/life/booking-words.ts'
import { formatDatedInstant, formatDatedRange } from '#web/admin/parts/dated.ts'
import { formatRating, plural } from '#web/format.ts'
import { routerLink } from '#web/layout/router-link.tsx'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { Card } from '#web/ui/card.tsx'

const PersonRecord = lazy(() => import('#web/admin/parts/person-record.tsx'))

/** A person as those who run the site see them, with links to everything that is about them. */
export function PersonView({ person }: { person: Person }) {
  const account = useAccount()
  const roles = account?.roles ?? []
  const name = person.name || 'Without a name'
  return (
    <main className="page grid max-w-[56rem] grid-cols-[minmax(0,1fr)] gap-6 py-8">
      <Breadcrumbs
        crumbs={[{ label: 'People', href: peoplePaths.people() }, { label: name }]}
        renderLink={routerLink}
      />
      <header className="flex flex-wrap items-center gap-3">
        <h1>{name}</h1>
        {person.suspended && <Badge tone="gold">Suspended</Badge>}
        {person.roles.map((role) => (
          <Badge key={role}>{roleNames[role]}</Badge>
        ))}
      </header>
      <Card as="section" aria-label="Account" className="grid gap-4">
        <PersonFacts person={person} />
        <Elsewhere links={linksOf(person)} />
        <div className="flex flex-wrap gap-3">
          {mayView(person, account) && <ViewButton person={person} />}
          {mayDo(roles, 'people.correct') && <CorrectButton person={person} />}
        </div>
      </Card>
      <Section id="notes" title="Notes">
        <PersonNotes
          accountId={person.accountId}
          notes={person.notes}
          mayWrite={mayDo(roles, 'people.note')}
        />
      </Section>
      <Suspensions person={person} mayChange={mayDo(roles, 'people.suspend')} />
      {mayDo(roles, 'people.erase') && <Erasure person={person} />}
      {mayDo(roles, 'people.merge') && (
        <Section id="merging" title="Merge">
          <p className="text-ink-2">
            If the person has another account, you can merge it into this one, which then stays.
          </p>
          <MergeForm key={person.accountId} person={person} />
        </Section>
      )}
      {mayDo(roles, 'roles.change') && (
        <Section id="roles" title="Roles">
          <p className={person.roles.length === 0 ? 'text-ink-2' : undefined}>
            {person.roles.map((role) => roleNames[role]).join(', ') ||
              'This person does not help to run the site.'}
          </p>
          <RolesButton person={person} />
        </Section>
      )}
      <Bookings bookings={person.bookings} />
      <Suspense>
        <PersonRecord person={person} />
      </Suspense>
      <SignIns person={person} mayChange={mayDo(roles, 'people.secure')} />
      <Mails person={person} />
    </main>
  )
}

/** Staff are seen by an owner of the site only, and nobody sees themselves as somebody else. */
const mayView = ({ accountId, roles }: Person, viewer: Account | null): boolean =>
  viewer !== null &&
  viewer.id !== accountId &&
  mayDo(viewer.roles, roles.length === 0 ? 'people.view' : 'roles.change')

function PersonFacts({ person }: { person: Person }) {
  const zone = useViewerZone()
  const { email, emailVerified, phoneNumber, location, createdAt, lastSignInAt, deletionDueAt, sitter } =
    person
  const { counts } = person
  const verified = emailVerified === null ? '' : emailVerified ? ' (verified)' : ' (not verified)'
  const facts: Fact[] = [
    ['E-mail', `${email}${verified}`],
    ...(phoneNumber ? [['Phone number', phoneNumber] satisfies Fact] : []),
    ...(location ? [['Place', location] satisfies Fact] : []),
    ['Here since', formatDatedInstant(createdAt, zone)],
    ['Last sign-in', lastSignInAt ? formatDatedInstant(lastSignInAt, zone) : 'Unknown'],
    ...(deletionDueAt ? [['Will be erased', formatDatedInstant(deletionDueAt, zone)] satisfies Fact] : []),
    ...(sitter
      ? [
          [
            'Sitter',
            `${sitter.status}, ${sitter.rating === null ? 'no reviews' : `${formatRating(sitter.rating)} from ${plural(sitter.reviews, 'review')}`}`,
          ] satisfies Fact,
        ]
      : []),
    ['Reports', `${counts.reportsAbout} about them, ${counts.reportsBy} by them`],
    ['Reviews written', `${counts.reviewsWritten}`],
  ]
  return <Facts facts={facts} />
}

const linksOf = ({ accountId, sitter, email }: Person) =>
  [
    ...(sitter?.status === 'published' ? [{ label: 'Sitter profile', to: paths.sitter(sitter.id) }] : []),
    { label: 'All bookings', to: paths.adminBookings(email), permission: 'bookings.read' },
    {
      label: 'Transfers in the ledger',
      to: moneyPaths.ledger({ view: 'transfers', personId: accountId }),
      permission: 'money.read',
    },
    { label: 'What staff have done', to: paths.staffActs(accountId), permission: 'audit.read' },
  ] as const

function Suspensions({ person, mayChange }: { person: Person; mayChange: boolean }) {
  const zone = useViewerZone()
  return (
    <Section id="suspensions" title="Suspension">
      {person.suspensions.length === 0 && (
        <p className="text-ink-2">
          {person.suspended
            ? 'The account was locked on the command line.'
            : 'This account has never been suspended.'}
        </p>
      )}
      <ul className="grid gap-4">
        {person.suspensions.map(({ id, at, byName, reason, endsAt, liftedAt, liftedByName, liftReason }) => (
          <li key={id} className="grid gap-1">
            <p className="font-medium">
              {formatDatedInstant(at, zone)} by {byName ?? 'the command line'},{' '}
              {endsAt ? `until ${formatDatedInstant(endsAt, zone)}` : 'with an open end'}
            </p>
            <p className="wrap-anywhere whitespace-pre-line">{reason}</p>
            {liftedAt && (
              <p className="wrap-anywhere text-ink-2">
                Open again {formatDatedInstant(liftedAt, zone)}
                {liftedByName && ` by ${liftedByName}`}
                {liftReason ? `: ${liftReason}` : '.'}
              </p>
            )}
          </li>
        ))}
      </ul>
      {mayChange && <SuspendButton person={person} />}
    </Section>
  )
}

function Erasure({ person }: { person: Person }) {
  const zone = useViewerZone()
  const { deletionDueAt } = person
  return (
    <Section id="erasure" title="Data and deletion">
      {deletionDueAt === null ? (
        <ErasureButtons person={person} />
      ) : (
        <>
          <p>
            The account will be erased {formatDatedInstant(deletionDueAt, zone)}. Until then the person can
            keep it with the link in the e-mail that they got.
          </p>
          <KeepButton person={person} />
        </>
      )}
    </Section>
  )
}

function Bookings({ bookings }: Pick<Person, 'bookings'>) {
  return (
    <Section id="bookings" title="Latest bookings">
      {bookings.length === 0 && <p className="text-ink-2">There are no bookings yet.</p>}
      <ul className="grid gap-3">
        {bookings.map(({ id, number, role, otherName, service, status, startOn, endOn }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Link to={paths.adminBooking(id)} className="link figures">
              {number}
            </Link>
            <span>
              {serviceNames[service]}, {formatDatedRange(startOn, endOn)},{' '}
              {role === 'owner' ? `with ${otherName}` : `for ${otherName}`}
            </span>
            <Badge tone={statusDisplays[status].tone}>{statusDisplays[status].words.owner}</Badge>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function SignIns({ person, mayChange }: { person: Person; mayChange: boolean }) {
  const zone = useViewerZone()
  const { sessions, signInEvents, suspended, deletionDueAt } = person
  return (
    <Section id="sign-ins" title="Sign-ins">
      <p className="text-ink-2">
        {sessions.length === 0
          ? 'No device is signed in.'
          : `Signed in on ${plural(sessions.length, 'device')}:`}
      </p>
      <ul className="grid gap-2">
        {sessions.map(({ id, lastUsedAt, userAgent, ip }) => (
          <li key={id} className="wrap-anywhere">
            {userAgent}, {ip}, last used {formatDatedInstant(lastUsedAt, zone)}
          </li>
        ))}
      </ul>
      <ul aria-label="What happened with the sign-in" className="grid gap-1 text-sm">
        {signInEvents.map(({ at, kind, ip }) => (
          <li key={`${at} ${kind}`}>
            {formatDatedInstant(at, zone)}: {kind.replaceAll('-', ' ')}
            {ip && ` from ${ip}`}
          </li>
        ))}
      </ul>
      {mayChange && !suspended && deletionDueAt === null && <SecureButtons person={person} />}
    </Section>
  )
}

function Mails({ person: { mails, email } }: { person: Person }) {
  const zone = useViewerZone()
  return (
    <Section id="mails" title="Latest mails">
      {mails.length === 0 && <p className="text-ink-2">No mail has been sent to this address.</p>}
      <ul className="grid gap-3">
        {mails.map(({ id, at, sentAt, subject, body }) => (
          <li key={id}>
            <details>
              <summary className="min-h-8 cursor-pointer wrap-anywhere">
                {subject}{' '}
                <span className="text-sm text-ink-2">
                  {sentAt
                    ? `sent ${formatDatedInstant(sentAt, zone)}`
                    : `written ${formatDatedInstant(at, zone)}, not sent yet`}
                </span>
              </summary>
              <p className="mt-2 text-[0.9375rem] wrap-anywhere whitespace-pre-line">
                {body ?? 'The text of mails about the sign-in is not shown, because it may hold secrets.'}
              </p>
            </details>
          </li>
        ))}
      </ul>
      <Link to={mailPaths.mails({ state: 'given_up', q: email })} className="link justify-self-start">
        What became of mails to this address
      </Link>
    </Section>
  )
}
