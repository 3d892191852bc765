import { type FormEvent, type ReactNode, useState, lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import type { Sitter } from '#contract/sitters/sitters.ts'
import { useLeaveGuard } from '#web/accounts/leave-guard.tsx'
import { ownAccountId, whileSignedIn } from '#web/accounts/own-account.ts'
import { refuseStale, useSaving } from '#web/accounts/use-saving.ts'
import { api } from '#web/api.ts'
import { readCalendarParts } from '#web/calendar/calendar-panel.tsx'
import { SittingCalendar, WeekCard } from '#web/calendar/sitting-calendar.tsx'
import { configOf, pageMeta } from '#web/layout/meta.ts'
import { checkId, orNotFound, pageNotFound } from '#web/layout/page-check.ts'
import { routerLink } from '#web/layout/router-link.tsx'
import { paths } from '#web/paths.ts'
import { BasicsFields } from '#web/sitters/own/basics-fields.tsx'
import { HomeFields } from '#web/sitters/own/home-fields.tsx'
import { PolicyFields } from '#web/sitters/own/policy-fields.tsx'
import { ServiceFields } from '#web/sitters/own/service-fields.tsx'
import {
  defaultsOf,
  fieldOfSitter,
  missingIn,
  type SitterForm,
  sitterFormOf,
  sitterInputOf,
} from '#web/sitters/own/sitter-form.ts'
import { Statistics } from '#web/sitters/own/statistics.tsx'
import { StatusCard } from '#web/sitters/own/status-card.tsx'
import { WeekdayFields } from '#web/sitters/own/weekday-fields.tsx'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { loadToast } from '#web/ui/overlay/toast.ts'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { TabLinks } from '#web/ui/tabs.tsx'
import type { Route } from './+types/own-sitter-page.ts'

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const sitterId = checkId(params.sitterId, request)
  const accountId = ownAccountId(request)
  const [sitter, calendar, settings] = await whileSignedIn(
    request,
    Promise.all([
      orNotFound(request, api('GET /v1/sitters/by-account-id/:accountId', { params: { accountId } })),
      orNotFound(request, readCalendarParts(sitterId, accountId, request)),
      api('GET /v1/settings', {}),
    ]),
  )
  // The id of another sitter gives "page not found", whether or not it exists.
  if (sitter.id !== sitterId) throw pageNotFound(request)
  return { loaded: sitter, calendar, defaults: defaultsOf(settings) }
}
clientLoader.hydrate = true as const

/** Switching tabs never revalidates, so that values entered in another tab of the page are kept. */
export const shouldRevalidate = () => false

export const meta: Route.MetaFunction = ({ matches, location }) =>
  pageMeta(configOf(matches), {
    title: 'Your sitter profile',
    description: 'Your profile, services, calendar and figures.',
    path: location.pathname,
    noindex: true,
  })

export function HydrateFallback() {
  return (
    <main className="page max-w-[60rem] py-8">
      <Loading label="Loading your profile" className="grid gap-6">
        <Skeleton className="h-10 w-72" />
        <Skeleton className="h-24 w-full rounded-card" />
        <Skeleton className="h-11 w-96" />
        <Skeleton className="h-96 w-full rounded-card" />
      </Loading>
    </main>
  )
}

const Gallery = lazy(() => import('#web/files/gallery.tsx'))

const tabs = ['profile', 'photos', 'services', 'calendar', 'statistics'] as const
type Tab = (typeof tabs)[number]
const tabNames: Record<Tab, string> = {
  profile: 'Profile',
  photos: 'Photos',
  services: 'Services',
  calendar: 'Calendar',
  statistics: 'Statistics',
}
type SavedStatus = 'draft' | 'published' | 'paused'
const statusToSave = ({ status }: Sitter): SavedStatus => (status === 'in_review' ? 'published' : status)

/** The profile as the server last returned it, the form over it, and the command that saves the form. */
function useOwnSitter(loaded: Sitter, tab: Tab) {
  const [sitter, setSitter] = useState(loaded)
  const [form, setForm] = useState(() => sitterFormOf(loaded))
  const [changed, setChanged] = useState(false)
  const saving = useSaving(fieldOfSitter(form))
  const change = (part: Partial<SitterForm>) => {
    setChanged(true)
    setForm((before) => ({ ...before, ...part }))
  }

  const readAgain = async () =>
    setSitter(
      await api('GET /v1/sitters/by-account-id/:accountId', {
        params: { accountId: loaded.own?.accountId ?? '' },
      }),
    )
  const save = async (status: SavedStatus, wordsFor: (saved: Sitter) => string) => {
    const missing = missingIn(form)
    if (status === 'published' && missing.length > 0) {
      saving.refuse(
        missing.map(({ step, ...error }) => ({
          ...error,
          ...(tabOf(step) === tab ? {} : { href: paths.ownSitter(sitter.id, tabOf(step)) }),
        })),
      )
      return
    }
    await saving.run(async () => {
      const saved = await api('PUT /v1/sitters/:sitterId', {
        params: { sitterId: sitter.id },
        body: sitterInputOf(form, status, sitter),
      }).catch((error: unknown) => refuseStale(error, readAgain))
      setSitter(saved)
      setForm(sitterFormOf(saved))
      setChanged(false)
      const toast = await loadToast()
      toast.success(wordsFor(saved))
    })
  }
  const takeFrom = (part: Partial<Sitter>) => setSitter((before) => ({ ...before, ...part }))
  return { sitter, takeFrom, form, change, changed, saving, save }
}

export default function OwnSitterPage({ loaderData }: Route.ComponentProps) {
  const { loaded, calendar, defaults } = loaderData
  const [query] = useSearchParams()
  const tab = tabs.find((code) => code === query.get('tab')) ?? 'profile'
  const own = useOwnSitter(loaded, tab)
  const { sitter, saving, save } = own
  const guard = useLeaveGuard(own.changed)
  return (
    <main className="page grid grid-cols-[minmax(0,1fr)] max-w-[60rem] gap-6 py-8">
      <Breadcrumbs
        crumbs={[
          { label: 'Your account', href: paths.account() },
          { label: 'Sitting', href: paths.sitting() },
          { label: 'Your sitter profile' },
        ]}
        renderLink={routerLink}
      />
      <h1>Your sitter profile</h1>
      {query.get('welcome') === '1' && <Welcome status={sitter.status} />}
      <StatusCard
        sitter={sitter}
        pending={saving.pending}
        onStatus={(status) => void save(status, (saved) => statusWords[saved.status])}
      />
      <TabLinks
        label="Parts of your profile"
        links={tabs.map((code) => ({
          href: paths.ownSitter(sitter.id, code === 'profile' ? undefined : code),
          label: tabNames[code],
          current: code === tab,
        }))}
        renderLink={routerLink}
      />
      <ErrorSummary errors={saving.errors} attempt={saving.attempt} renderLink={routerLink} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <Panel {...{ tab, own, calendar, defaults }} />
      </div>
      {guard.dialog}
    </main>
  )
}

function Welcome({ status }: Pick<Sitter, 'status'>) {
  if (status === 'in_review')
    return (
      <Notice kind="success" title="Thank you, your profile is sent">
        We look at each new profile before owners can find it, and write to you when it is published.
      </Notice>
    )
  return (
    <Notice kind="success" title="Welcome, your profile is live">
      Owners near you can find it now. Keep your calendar up to date, and answer requests within a day: both
      bring you more requests.
    </Notice>
  )
}

const statusWords: Record<Sitter['status'], string> = {
  draft: 'Your profile is a draft',
  in_review: 'Your profile is sent; we check it before it is published',
  published: 'Your profile is published',
  paused: 'Your profile is paused',
}

const tabOf = (step: string): Tab => (step === 'services' ? 'services' : 'profile')

type SaveFormProps = { pending: boolean; onSave: () => Promise<void>; children: ReactNode }

function SaveForm({ pending, onSave, children }: SaveFormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void onSave()
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-6">
      {children}
      <Button
        type="submit"
        kind="primary"
        size="large"
        pending={pending && 'Saving…'}
        className="justify-self-start"
      >
        Save changes
      </Button>
    </form>
  )
}

type PanelProps = Pick<Route.ComponentProps['loaderData'], 'calendar' | 'defaults'> & {
  tab: Tab
  own: ReturnType<typeof useOwnSitter>
}

function Panel({ tab, own, calendar, defaults }: PanelProps) {
  const { sitter, takeFrom, form, change, saving, save } = own
  const fields = { form, change, defaults, errorFor: saving.errorFor }
  const withSave = (children: ReactNode) => (
    <SaveForm
      pending={saving.pending}
      onSave={() => save(statusToSave(sitter), () => 'Your profile is saved')}
    >
      {children}
    </SaveForm>
  )
  const panels: Record<Tab, ReactNode> = {
    profile: withSave(
      <>
        <Card padding="large">
          <BasicsFields {...fields} />
        </Card>
        <Card padding="large">
          <h2 className="mb-6 text-xl">Your home</h2>
          <HomeFields {...fields} />
        </Card>
      </>,
    ),
    photos: <Photos sitter={sitter} onSaved={takeFrom} />,
    services: withSave(
      <>
        <ServiceFields {...fields} />
        <Card padding="large">
          <h2 className="mb-6 text-xl">Cancelling</h2>
          <PolicyFields {...fields} />
        </Card>
      </>,
    ),
    calendar: (
      <SittingCalendar
        sitter={sitter}
        parts={calendar}
        onConfirmed={(on) => takeFrom({ calendarConfirmedOn: on })}
        week={withSave(
          <WeekCard>
            <WeekdayFields {...fields} />
          </WeekCard>,
        )}
      />
    ),
    statistics: <Statistics sitter={sitter} />,
  }
  return panels[tab]
}

type PhotosProps = { sitter: Sitter; onSaved: (part: Pick<Sitter, 'photos'>) => void }

function Photos({ sitter, onSaved }: PhotosProps) {
  return (
    <Card padding="large">
      <Suspense fallback={<Skeleton className="h-64 rounded-card" />}>
        <Gallery
          kind="sitter"
          name="photos"
          label="Photos on your profile"
          hint="Your home, the garden, you with animals. The first one is on your card in the search."
          photos={sitter.photos}
          save={async (fileIds) => {
            const { photos } = await api('PUT /v1/sitters/:sitterId/photos', {
              params: { sitterId: sitter.id },
              body: { fileIds },
            })
            onSaved({ photos })
          }}
        />
      </Suspense>
    </Card>
  )
}
