import { useEffect, useRef, useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import type { Booking } from '#contract/bookings/bookings.ts'
import type { SitterRequest } from '#contract/bookings/requests.ts'
import { loadInBrowser, loadOnServer, type Own, OwnData } from '#web/accounts/own-data.tsx'
import { api, ApiProblem } from '#web/api.ts'
import { bookingTitle, nextStepOf, statusDisplays } from '#web/bookings/life/booking-words.ts'
import type { BookingStep, Moved } from '#web/bookings/life/use-booking.ts'
import { RequestCard } from '#web/bookings/request-card.tsx'
import { nowInstant } from '#web/clock.ts'
import { OwnPageLoading, ownMeta } from '#web/layout/own-page.tsx'
import { useLive } from '#web/live/use-live.ts'
import { paths } from '#web/paths.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Route } from './+types/requests-page.ts'

const load = ({ api: call, accountId }: Own) =>
  call('GET /v1/accounts/:accountId/requests', { params: { accountId } })

export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

export const meta: Route.MetaFunction = ownMeta({
  title: 'Requests',
  description: 'Requests and questions from owners, soonest deadline first.',
  path: paths.requests(),
})

export default function RequestsPage({ loaderData }: Route.ComponentProps) {
  return (
    <OwnData
      loaded={loaderData}
      loading={<OwnPageLoading label="Loading your requests" blocks={['h-48', 'h-52']} narrow />}
    >
      {({ items }) => <Requests items={items} />}
    </OwnData>
  )
}

/** `at` tells two outcomes of one booking apart. */
type Outcome = { booking: Booking; outdated: boolean; at: number }

/** Sends an answer and then reads all requests again, because it changes the places that the others would take. */
function useAnswers() {
  const { revalidate } = useRevalidator()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  useLive('booking', () => void revalidate())

  const moveOf =
    (booking: Booking) =>
    async (step: BookingStep): Promise<Moved> => {
      const { id, version } = booking
      try {
        const moved = await api('PUT /v1/bookings', { body: { ...step, id, version } })
        await revalidate()
        // Only now, because the notice takes the focus, which a dialog that is still open would keep.
        setOutcome({ booking: moved, outdated: false, at: nowInstant() })
        return 'done'
      } catch (error) {
        const code = error instanceof ApiProblem ? error.problem.code : null
        if (code !== 'version-stale' && code !== 'booking-action-not-allowed') throw error
        await revalidate()
        setOutcome({ booking, outdated: true, at: nowInstant() })
        return 'outdated'
      }
    }
  return { outcome, moveOf }
}

const isOwnTurn = ({ booking }: SitterRequest): boolean => nextStepOf(booking)?.urgent === true

function Requests({ items }: { items: readonly SitterRequest[] }) {
  const { outcome, moveOf } = useAnswers()
  const own = items.filter(isOwnTurn)
  const others = items.filter((item) => !isOwnTurn(item))
  const list = (requests: readonly SitterRequest[]) => (
    <ul className="grid gap-4">
      {requests.map((request) => (
        <RequestCard key={request.booking.id} request={request} move={moveOf(request.booking)} />
      ))}
    </ul>
  )
  return (
    <main className="page grid max-w-[56rem] gap-6 py-8">
      <h1>Requests</h1>
      {outcome && <OutcomeNotice key={outcome.at} outcome={outcome} />}
      <section aria-labelledby="own-turn" className="grid gap-4">
        <h2 id="own-turn">Waiting for your answer</h2>
        {own.length > 0 ? (
          list(own)
        ) : (
          <EmptyState
            className="rounded-card border border-line bg-card"
            action={
              <Link to={paths.calendar()} className={buttonStyle({ kind: 'primary' })}>
                Open your calendar
              </Link>
            }
          >
            No request is waiting for your answer. Keep your calendar up to date, so that owners can see when
            you are free.
          </EmptyState>
        )}
      </section>
      {others.length > 0 && (
        <section aria-labelledby="others-turn" className="grid gap-4">
          <h2 id="others-turn">Waiting for the owner</h2>
          {list(others)}
        </section>
      )}
      <Link to={paths.bookings('sitter')} className="link inline-flex min-h-11 w-fit items-center">
        All your bookings as a sitter
      </Link>
    </main>
  )
}

/** Says what has happened to a request that may no longer be on the page, and takes the focus of its button. */
function OutcomeNotice({ outcome: { booking, outdated } }: { outcome: Outcome }) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => element.current?.focus(), [])
  return (
    <div ref={element} tabIndex={-1} className="rounded-card">
      <Notice
        kind={outdated ? 'warning' : 'info'}
        title={
          outdated
            ? 'Nothing was sent'
            : `${bookingTitle(booking)}: ${statusDisplays[booking.status].words.sitter}`
        }
        announced
      >
        {outdated && 'This request changed in the meantime. The list below is up to date. '}
        <Link to={paths.booking(booking.id)} className="link">
          Open the booking
        </Link>
      </Notice>
    </div>
  )
}
