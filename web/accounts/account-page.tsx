import { useEffect } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import type { BookingScope } from '#contract/codes.ts'
import { useAccount } from '#web/accounts/account-layout.tsx'
import { loadInBrowser, loadOnServer, type Own, OwnData } from '#web/accounts/own-data.tsx'
import { AccountFrame, AccountLoading } from '#web/accounts/parts/account-frame.tsx'
import { MailProblem } from '#web/accounts/parts/mail-problem.tsx'
import { NextBookings } from '#web/accounts/parts/next-bookings.tsx'
import { RowList } from '#web/accounts/parts/row-list.tsx'
import { rowGroups } from '#web/accounts/parts/section-rows.ts'
import { ownerSteps, sitterSteps, TaskList } from '#web/accounts/parts/task-list.tsx'
import { ignoreRequestError } from '#web/api.ts'
import { plural } from '#web/format.ts'
import { VerifyAddress } from '#web/identity/security/verify-address.tsx'
import { ownMeta } from '#web/layout/own-page.tsx'
import { signOutAndLeave } from '#web/layout/navigation.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { Route } from './+types/account-page.ts'

async function load({ accountId, api, readAccount, readAddress }: Own) {
  const params = { accountId }
  const bookings = (scope: BookingScope) =>
    api('GET /v1/accounts/:accountId/bookings', { params, query: { scope, limit: 10 } })
  const reading = readAccount()
  // Only the last two need the account; everything else is requested at once.
  const [account, user, requests, upcoming, past, pets, unread, mail, sitter, draft] = await Promise.all([
    reading,
    readAddress(),
    bookings('requests'),
    bookings('upcoming'),
    bookings('past'),
    api('GET /v1/accounts/:accountId/pets', { params, query: {} }),
    // The rest of the page works without these two.
    api('GET /v1/conversations/unread', {}).catch(ignoreRequestError),
    api('GET /v1/accounts/:accountId/mail-problem', { params }).catch(ignoreRequestError),
    reading.then(({ sitterId }) =>
      sitterId ? api('GET /v1/sitters/by-account-id/:accountId', { params }) : null,
    ),
    reading.then(({ sitterId }) => (sitterId ? null : api('GET /v1/sitter-draft', {}))),
  ])
  return {
    account,
    unconfirmed: user?.email != null && !user.emailVerified,
    sitter,
    draft,
    pets: pets.items,
    unread: unread?.conversations ?? 0,
    mailProblem: mail?.problem ?? null,
    bookings: [...requests.items, ...upcoming.items, ...past.items.filter(({ reviewable }) => reviewable)],
    hasBooking: [requests, upcoming, past].some(({ items }) => items.some(({ role }) => role === 'owner')),
  }
}

export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

export const meta: Route.MetaFunction = ownMeta({
  title: 'Your account',
  description: 'What needs your attention, and the sections of your account.',
  path: paths.account(),
})

const loading = <AccountLoading label="Loading your account" blocks={['h-32', 'h-64', 'h-80']} />

export default function AccountPage({ loaderData }: Route.ComponentProps) {
  return (
    <OwnData loaded={loaderData} loading={loading}>
      {(data) => <AccountOverview {...data} />}
    </OwnData>
  )
}

function AccountOverview(data: Awaited<ReturnType<typeof load>>) {
  const account = useAccount() ?? data.account
  const { bookings, pets, sitter, unread, hasBooking, unconfirmed, mailProblem } = data
  const navigate = useNavigate()
  useMovedSections()
  return (
    <AccountFrame>
      <h1>Hello, {account.name.split(' ')[0]}</h1>
      {mailProblem && <MailProblem problem={mailProblem} />}
      {unconfirmed && <VerifyAddress backTo={paths.account()} />}
      {unread > 0 && (
        <p>
          <Link to={paths.messages()} className="link inline-flex min-h-8 items-center">
            {plural(unread, 'conversation has', 'conversations have')} messages you have not read
          </Link>
        </p>
      )}
      <TaskList
        steps={sitter ? sitterSteps(account, sitter) : ownerSteps(account, pets.length > 0, hasBooking)}
      />
      <NextBookings bookings={bookings} />
      <div className="mt-4 grid items-start gap-6 sm:grid-cols-2">
        {rowGroups({ ...data, account }).map(({ id, title, rows }) => (
          <section key={id} aria-labelledby={id} className="grid gap-3">
            <h2 id={id} className="text-xl">
              {title}
            </h2>
            <RowList rows={rows} />
          </section>
        ))}
      </div>
      {account.roles.length > 0 && (
        <Link to={paths.desk()} className={buttonStyle({ className: 'justify-self-start' })}>
          Open the desk
        </Link>
      )}
      <Button
        icon={<Icon name="log-out" size={18} />}
        className="justify-self-start"
        onClick={() => void signOutAndLeave(navigate)}
      >
        Sign out
      </Button>
    </AccountFrame>
  )
}

/** Where the sections are that this page had before they got addresses of their own; old links still name them. */
const moved: Partial<Record<string, string>> = {
  '#profile': paths.profile(),
  '#photo': paths.profile('photo'),
  '#pets': paths.ownPets(),
}

function useMovedSections(): void {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const to = moved[hash]
  useEffect(() => {
    if (to) void navigate(to, { replace: true })
  }, [to, navigate])
}
