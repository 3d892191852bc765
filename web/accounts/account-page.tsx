import { useEffect } from 'react'
import { useLocation } from 'react-router'
import type { BookingScope } from '#contract/codes.ts'
import { useAccount } from '#web/accounts/account-layout.tsx'
import { loadInBrowser, loadOnServer, type Own, OwnData } from '#web/accounts/own-data.tsx'
import { BlocksSection } from '#web/accounts/parts/blocks-section.tsx'
import { CircleSection } from '#web/accounts/parts/circle-section.tsx'
import { HomeSection } from '#web/accounts/parts/home-section.tsx'
import { InviteSection } from '#web/accounts/parts/invite-section.tsx'
import { FavouritesSection } from '#web/accounts/parts/favourites-section.tsx'
import { NextBookings } from '#web/accounts/parts/next-bookings.tsx'
import { NoticesSection } from '#web/accounts/parts/notices-section.tsx'
import { OperatorSection } from '#web/accounts/parts/operator-section.tsx'
import { PetsSection } from '#web/accounts/parts/pets-section.tsx'
import { PreferencesSection } from '#web/accounts/parts/preferences-section.tsx'
import { ProfileForm } from '#web/accounts/parts/profile-form.tsx'
import { ReportsSection } from '#web/accounts/parts/reports-section.tsx'
import { SecuritySection } from '#web/accounts/parts/security-section.tsx'
import { SittingSection } from '#web/accounts/parts/sitting-section.tsx'
import { ownerSteps, sitterSteps, TaskList } from '#web/accounts/parts/task-list.tsx'
import { ignoreRequestError } from '#web/api.ts'
import { VerifyAddress } from '#web/identity/security/verify-address.tsx'
import { configOf, pageMeta } from '#web/layout/meta.ts'
import { paths } from '#web/paths.ts'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import type { Route } from './+types/account-page.ts'

async function load({ accountId, api, readAccount, readAddress }: Own) {
  const params = { accountId }
  const bookings = (scope: BookingScope) =>
    api('GET /v1/accounts/:accountId/bookings', { params, query: { scope, limit: 10 } })
  const reading = readAccount()
  // Only the last two need the account; everything else is requested at once.
  const [account, user, requests, upcoming, past, pets, blocks, sitter, draft] = await Promise.all([
    reading,
    readAddress(),
    bookings('requests'),
    bookings('upcoming'),
    bookings('past'),
    api('GET /v1/accounts/:accountId/pets', { params, query: {} }),
    // The rest of the page works without the blocked people.
    api('GET /v1/blocks', {}).catch(ignoreRequestError),
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
    blocks: blocks?.items ?? [],
    bookings: [...requests.items, ...upcoming.items, ...past.items.filter(({ reviewable }) => reviewable)],
    hasBooking: [requests, upcoming, past].some(({ items }) => items.some(({ role }) => role === 'owner')),
  }
}

export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(configOf(matches), {
    title: 'Your account',
    description: 'Your bookings, your pets and your profile.',
    path: paths.account(),
    noindex: true,
  })

function AccountLoading() {
  return (
    <main className="page py-10">
      <Loading label="Loading your account" className="grid gap-8">
        <Skeleton className="h-10 w-72" />
        <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
          <div className="grid gap-4">
            <Skeleton className="h-32 rounded-card" />
            <Skeleton className="h-32 rounded-card" />
            <Skeleton className="h-64 rounded-card" />
          </div>
          <Skeleton className="h-80 rounded-card" />
        </div>
      </Loading>
    </main>
  )
}

export default function AccountPage({ loaderData }: Route.ComponentProps) {
  return (
    <OwnData loaded={loaderData} loading={<AccountLoading />}>
      {(data) => <AccountOverview {...data} />}
    </OwnData>
  )
}

function AccountOverview(data: Awaited<ReturnType<typeof load>>) {
  const account = useAccount() ?? data.account
  const { bookings, pets, blocks, sitter, draft, hasBooking, unconfirmed } = data
  useScrollToHash()
  return (
    <main className="page grid gap-8 py-10">
      <header>
        <h1>Hello, {account.name.split(' ')[0]}</h1>
      </header>
      {unconfirmed && <VerifyAddress backTo={paths.account()} />}
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid gap-10">
          <NextBookings bookings={bookings} />
          <PetsSection pets={pets} accountId={account.id} />
          <div className="grid gap-6">
            <h2>Settings</h2>
            <ProfileForm account={account} />
            <NoticesSection />
            <SecuritySection account={account} />
          </div>
        </div>
        <div className="grid gap-6 max-lg:contents">
          <TaskList
            className="max-lg:-order-1"
            steps={sitter ? sitterSteps(account, sitter) : ownerSteps(account, pets.length > 0, hasBooking)}
          />
          <SittingSection sitter={sitter} draft={draft} />
          <HomeSection isSitter={sitter !== null} />
          <CircleSection isSitter={sitter !== null} />
          <FavouritesSection />
          <InviteSection />
          <OperatorSection roles={account.roles} />
          <PreferencesSection />
          <ReportsSection />
          <BlocksSection initial={blocks} />
        </div>
      </div>
    </main>
  )
}

/** Scrolls to the hash again once it is known, because sections that render later move the target. */
function useScrollToHash(): void {
  const { hash } = useLocation()
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [hash])
}
