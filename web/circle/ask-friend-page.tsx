import { type FormEvent, useEffect, useMemo, useState } from 'react'
import type { Quote } from '#contract/bookings/bookings.ts'
import { friendServices } from '#contract/circle/codes.ts'
import { serviceNames } from '#contract/words.ts'
import { ownAccountId, useViewerZone, whileSignedIn } from '#web/accounts/own-account.ts'
import { api } from '#web/api.ts'
import { draftMessage, saveDraftMessage } from '#web/bookings/begin/attempt.ts'
import { useRequest } from '#web/bookings/begin/use-request.ts'
import { todayIn } from '#web/clock.ts'
import { OwnPageLoading, ownMeta } from '#web/layout/own-page.tsx'
import { checkId, pageNotFound } from '#web/layout/page-check.ts'
import { routerLink } from '#web/layout/router-link.tsx'
import { paths } from '#web/paths.ts'
import { BoxDates } from '#web/sitters/public/box-dates.tsx'
import { BoxPets } from '#web/sitters/public/box-pets.tsx'
import { fieldOf } from '#web/sitters/public/missing-field.ts'
import { useBooking } from '#web/sitters/public/use-booking.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorSummary, type FormError } from '#web/ui/forms/error-summary.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import type { Route } from './+types/ask-friend-page.ts'

export const clientLoader = async ({ request, params }: Route.ClientLoaderArgs) => {
  ownAccountId(request)
  const memberId = checkId(params.memberId, request)
  const [{ friends }, { settings }] = await whileSignedIn(
    request,
    Promise.all([api('GET /v1/circle', {}), api('GET /v1/settings', {})]),
  )
  const friend = friends.find(({ id }) => id === memberId)
  if (!friend?.joined) throw pageNotFound(request)
  return { name: friend.name, sitterId: friend.joined.sitterId, settings }
}
clientLoader.hydrate = true as const

export const meta: Route.MetaFunction = ownMeta({
  title: 'Ask a friend',
  description: 'Ask somebody in your care circle to look after your pets.',
  path: paths.circle(),
})

export const HydrateFallback = () => <OwnPageLoading label="Loading the form" blocks={['h-96']} narrow />

/** The booking form for a friend, and the request that is sent at its price. */
function useFriendRequest({ name, sitterId, settings }: Route.ComponentProps['loaderData']) {
  const { currency } = settings
  const friend = useMemo(
    () => ({ id: sitterId, name, currency, services: friendServices }),
    [sitterId, name, currency],
  )
  const booking = useBooking({
    sitter: friend,
    calendar: [],
    priced: null,
    mostVisits: settings.visit.maxPerBooking,
    circle: true,
  })
  const { missing, draft, priced, updating } = booking
  const request = useRequest(name, booking.accept)
  const [message, setMessage] = useState(() => draftMessage(sitterId))
  const [attempt, setAttempt] = useState(0)
  const [waiting, setWaiting] = useState(false)
  const write = (text: string) => {
    setMessage(text)
    saveDraftMessage(sitterId, text)
  }

  const quote = updating ? null : (priced?.quote ?? null)
  const sendAt = (at: Quote) => {
    if (!draft?.petIds) return
    const { pets: _, ...rest } = draft
    void request.send({ ...rest, event: 'request', ...(message.trim() && { message: message.trim() }) }, at)
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    setAttempt((now) => now + 1)
    if (missing.length > 0) return
    if (quote) sendAt(quote)
    else setWaiting(true)
  }
  // If the button was pressed before the quote arrived, the request is sent as soon as it does.
  useEffect(() => {
    if (!waiting || updating || !priced) return
    setWaiting(false)
    if (quote) sendAt(quote)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `sendAt` changes with every render; it sends the state of that time
  }, [waiting, updating, priced])
  return { booking, request, message, write, attempt, waiting, send }
}
type FriendRequest = ReturnType<typeof useFriendRequest>

function errorsOf({ booking: { missing, priced }, request, attempt }: FriendRequest): FormError[] {
  const problems = [
    ...(attempt > 0 && missing.length === 0 && priced?.problem ? [priced.problem] : []),
    ...(request.failure ? [request.failure] : []),
  ]
  return [
    ...(attempt > 0 ? missing : []).map((one) => ({ name: fieldOf[one.name], message: one.message })),
    ...problems.map(({ detail, title }) => ({ message: detail ?? title })),
  ]
}

export default function AskFriendPage({ loaderData }: Route.ComponentProps) {
  const { name } = loaderData
  const friendRequest = useFriendRequest(loaderData)
  return (
    <main className="page grid max-w-[40rem] gap-6 py-8">
      <Breadcrumbs
        crumbs={[
          { label: 'Your account', href: paths.account() },
          { label: 'Care circle', href: paths.circle() },
          { label: name },
        ]}
        renderLink={routerLink}
      />
      <h1>{`Ask ${name} for help`}</h1>
      <Card className="grid gap-5">
        <ErrorSummary
          errors={errorsOf(friendRequest)}
          attempt={friendRequest.attempt + friendRequest.request.attempt}
        />
        <form onSubmit={friendRequest.send} className="grid gap-5" noValidate aria-label={`Ask ${name}`}>
          <BookingFields name={name} asked={friendRequest} />
          <TextArea
            label={`A few words to ${name}`}
            name="message"
            optional
            maxLength={2000}
            rows={3}
            value={friendRequest.message}
            onChange={(event) => friendRequest.write(event.target.value)}
          />
          <Button
            type="submit"
            kind="primary"
            size="large"
            pending={(friendRequest.request.sending || friendRequest.waiting) && 'Sending…'}
          >
            {`Ask ${name}, for free`}
          </Button>
          <p className="text-center text-sm text-ink-2">
            {`${name} says yes or no. You can withdraw your request at any time, and nobody pays anything.`}
          </p>
        </form>
      </Card>
    </main>
  )
}

/** The service, the days and the pets. */
function BookingFields({
  name,
  asked: { booking, attempt },
}: {
  name: string
  asked: Pick<FriendRequest, 'booking' | 'attempt'>
}) {
  const today = todayIn(useViewerZone())
  const { state, saved, offered, chooseService } = booking
  const shown = attempt > 0 ? booking.missing : []
  return (
    <>
      <Select
        label="What for?"
        name="service"
        value={state.service}
        onChange={({ target }) => {
          const chosen = offered.find(({ service }) => service === target.value)
          if (chosen) chooseService(chosen.service)
        }}
        options={offered.map(({ service }) => ({ value: service, label: serviceNames[service] }))}
      />
      <BoxDates booking={booking} today={today} errors={shown} />
      <BoxPets booking={booking} today={today} error={shown.find((one) => one.name === 'pets')?.message} />
      {saved.status === 'ready' && saved.pets.length === 0 && (
        <p className="text-sm text-ink-2">{`${name} needs the care sheet, so add your pet to your account first.`}</p>
      )}
    </>
  )
}
