import { useState } from 'react'
import { Link } from 'react-router'
import type { LostState } from '#contract/lost.ts'
import { useLeaveGuard } from '#web/accounts/leave-guard.tsx'
import { ownAccountId, useViewerZone, whileSignedIn } from '#web/accounts/own-account.ts'
import { FormRefusal } from '#web/accounts/call-errors.ts'
import { refuseStale, useSaving } from '#web/accounts/use-saving.ts'
import { api, ignoreRequestError } from '#web/api.ts'
import { deviceZone } from '#web/clock.ts'
import { formatInstant } from '#web/format.ts'
import { configOf, pageMeta } from '#web/layout/meta.ts'
import { OwnPageLoading } from '#web/layout/own-page.tsx'
import { checkId, orNotFound } from '#web/layout/page-check.ts'
import { routerLink } from '#web/layout/router-link.tsx'
import { useLive } from '#web/live/use-live.ts'
import { lostFields, valuesOf } from '#web/lost/lost-fields.ts'
import { LostForm } from '#web/lost/lost-form.tsx'
import { PagePanel } from '#web/lost/page-panel.tsx'
import { paths } from '#web/paths.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { faultsIn, type FieldValue } from '#web/ui/forms/field-table.ts'
import { useFields } from '#web/ui/forms/form-fields.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { loadToast } from '#web/ui/overlay/toast.ts'
import { toastWithUndo } from '#web/ui/overlay/undo.ts'
import type { Route } from './+types/own-lost-page.ts'

export function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const petId = checkId(params.petId, request)
  ownAccountId(request)
  const sent = { params: { petId }, query: { timeZone: deviceZone() } }
  return whileSignedIn(request, orNotFound(request, api('GET /v1/pets/:petId/lost', sent)))
}
clientLoader.hydrate = true as const

/** Never revalidates, so that unsaved input is kept. */
export const shouldRevalidate = () => false

export const meta: Route.MetaFunction = ({ loaderData, matches, location }) =>
  pageMeta(configOf(matches), {
    title: loaderData ? `${loaderData.pet.name} is lost` : 'A lost pet',
    description: 'A page to share, a poster to print, and what finders write.',
    path: location.pathname,
    noindex: true,
  })

export const HydrateFallback = () => (
  <OwnPageLoading label="Loading the page of a lost pet" blocks={['h-96', 'h-40']} narrow />
)

/** The page as saved, the form as entered, and what can be done with them. */
function useLostPage(loaded: LostState) {
  const [state, setState] = useState(loaded)
  const { values, set: setValue, setValues } = useFields(() => valuesOf(loaded))
  const [changed, setChanged] = useState(false)
  const saving = useSaving()
  const { pet, page, otherName } = state
  const params = { petId: pet.id }
  const isOpen = page !== null && page.endedAt === null

  const read = async () =>
    setState(await api('GET /v1/pets/:petId/lost', { params, query: { timeZone: deviceZone() } }))
  // A notice may be about a sighting; if the read fails, the previous state stays.
  useLive('notice', () => {
    read().catch(ignoreRequestError)
  })

  const set = (name: keyof typeof values, value: FieldValue) => {
    setChanged(true)
    setValue(name, value)
  }
  const take = (next: LostState) => {
    setState(next)
    setValues(valuesOf(next))
    setChanged(false)
  }
  const save = () =>
    saving.run(async () => {
      const { lostOn, ...rest } = values
      const faults = faultsIn(lostFields(state), values)
      if (!lostOn || faults.length > 0) throw new FormRefusal(faults)
      const body = { ...rest, lostOn }
      const toast = await loadToast()
      if (isOpen) {
        const changedBody = { ...body, version: page.version }
        take(
          await api('PUT /v1/pets/:petId/lost', { params, body: changedBody }).catch((error: unknown) =>
            refuseStale(error, read),
          ),
        )
        toast.success('The page has been updated')
        return
      }
      take(await api('POST /v1/pets/:petId/lost', { params, body: { ...body, timeZone: state.timeZone } }))
      window.scrollTo({ top: 0 })
      toast.success(otherName ? `The page is online, and we have told ${otherName}` : 'The page is online')
    })
  const say = (found: boolean) =>
    saving.run(async () => take(await api('POST /v1/pets/:petId/lost/found', { params, body: { found } })))
  const isFound = async () => {
    if (await say(true)) await toastWithUndo(`${pet.name} is back. Good news!`, () => say(false))
  }
  return { state, values, changed, set, saving, save, say, isFound }
}

export default function OwnLostPage({ loaderData }: Route.ComponentProps) {
  const lost = useLostPage(loaderData)
  const { state, saving, say, isFound } = lost
  const guard = useLeaveGuard(lost.changed)
  const { pet, role, page } = state
  const isOpen = page !== null && page.endedAt === null
  return (
    <main className="page grid max-w-[52rem] grid-cols-[minmax(0,1fr)] gap-6 py-8">
      <Breadcrumbs
        crumbs={[
          { label: 'Your account', href: paths.account() },
          role === 'owner'
            ? { label: pet.name, href: paths.pet(pet.id) }
            : { label: 'On duty', href: paths.onDuty() },
          { label: 'Lost' },
        ]}
        renderLink={routerLink}
      />
      <h1>{isOpen || !page ? `${pet.name} is lost` : `${pet.name} is back home`}</h1>
      <ErrorSummary errors={saving.errors} attempt={saving.attempt} title="That was not saved" />
      {page && isOpen && (
        <PagePanel state={state} page={page} pending={saving.pending} onFound={() => void isFound()} />
      )}
      {page && !isOpen && <Ended state={state} pending={saving.pending} onOpen={() => void say(false)} />}
      {(isOpen || !page) && <FactsCard {...lost} />}
      {guard.dialog}
    </main>
  )
}

const beforeWords = ({ otherName }: LostState) =>
  `Make the page now and add the rest later. Only people with its address can find it${otherName ? `, and we tell ${otherName} at once` : ''}.`

function FactsCard({ state, values, set, saving, save }: ReturnType<typeof useLostPage>) {
  const { pet, page } = state
  const hasPage = page !== null
  return (
    <Card padding="large" as="section" aria-labelledby="facts">
      <h2 id="facts" className="mb-1 text-xl">
        {hasPage ? 'What the page says' : 'Make a page to share'}
      </h2>
      <p className="mb-5 max-w-measure text-ink-2">
        {hasPage ? 'Change it whenever you know more.' : beforeWords(state)}
      </p>
      {!pet.hasPhoto && <NoPhoto state={state} />}
      <LostForm
        {...{ state, values, set, saving }}
        submitLabel={hasPage ? 'Save' : 'Make the page now'}
        onSave={() => void save()}
      />
    </Card>
  )
}

function NoPhoto({ state: { pet, role, otherName } }: { state: LostState }) {
  return (
    <Notice kind="warning" className="mb-5">
      {role === 'owner' ? (
        <>
          There is no photo of {pet.name}, and a page with one gets far more views.{' '}
          <Link to={paths.pet(pet.id)} className="link">
            Add a photo
          </Link>
        </>
      ) : (
        `There is no photo of ${pet.name}. Ask ${otherName ?? 'the owner'} to add one.`
      )}
    </Notice>
  )
}

type EndedProps = { state: LostState; pending: boolean; onOpen: () => void }

function Ended({ state: { pet, page }, pending, onOpen }: EndedProps) {
  const zone = useViewerZone()
  return (
    <Notice
      kind="success"
      title={`The page says that ${pet.name} is back`}
      action={
        <Button pending={pending && 'One moment…'} onClick={onOpen}>
          {pet.name} is lost again
        </Button>
      }
    >
      {page?.homeUntil &&
        `It no longer shows anything else. On ${formatInstant(page.homeUntil, zone)} it ends, and everything written there is deleted.`}
    </Notice>
  )
}
