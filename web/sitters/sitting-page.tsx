import { Link } from 'react-router'
import type { SitterDraft } from '#contract/sitters/drafts.ts'
import type { Sitter } from '#contract/sitters/sitters.ts'
import { loadInBrowser, loadOnServer, type Own, OwnData } from '#web/accounts/own-data.tsx'
import { AccountFrame, AccountLoading } from '#web/accounts/parts/account-frame.tsx'
import { RowList } from '#web/accounts/parts/row-list.tsx'
import { ownMeta } from '#web/layout/own-page.tsx'
import { useConfig } from '#web/layout/use-config.ts'
import { paths, withQuery } from '#web/paths.ts'
import { ShareButton } from '#web/share/share-button.tsx'
import { sitterStatusDisplays } from '#web/sitters/own/status-words.ts'
import { WaitingCard } from '#web/sitters/waiting-card.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { buttonStyle } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Portrait } from '#web/ui/portrait/portrait.tsx'
import type { Route } from './+types/sitting-page.ts'

async function load({ accountId, api, readAccount }: Own) {
  const { sitterId } = await readAccount()
  return sitterId
    ? {
        sitter: await api('GET /v1/sitters/by-account-id/:accountId', { params: { accountId } }),
        draft: null,
        waiting: null,
        accountId,
      }
    : {
        sitter: null,
        draft: await api('GET /v1/sitter-draft', {}),
        waiting: (await api('GET /v1/accounts/:accountId/waiting-profile', { params: { accountId } }))
          .profile,
        accountId,
      }
}

export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

export const meta: Route.MetaFunction = ownMeta({
  title: 'Sitting',
  description: 'Your sitter profile and what belongs to it.',
  path: paths.sitting(),
})

const loading = (
  <AccountLoading section="sitting" label="Loading your sitter profile" blocks={['h-48', 'h-64']} />
)

export default function SittingPage({ loaderData }: Route.ComponentProps) {
  return (
    <OwnData loaded={loaderData} loading={loading}>
      {({ sitter, draft, waiting, accountId }) => (
        <AccountFrame section="sitting">
          <h1>Sitting</h1>
          {waiting && <WaitingCard profile={waiting} accountId={accountId} />}
          {sitter ? <OwnProfile sitter={sitter} /> : <Invitation draft={draft} />}
        </AccountFrame>
      )}
    </OwnData>
  )
}

function OwnProfile({ sitter }: { sitter: Sitter }) {
  const { words, tone, meaning } = sitterStatusDisplays[sitter.status]
  const missing = sitter.own?.missing ?? []
  const config = useConfig()
  return (
    <>
      <Card as="section" aria-labelledby="own-profile" className="grid gap-4">
        <div className="flex flex-wrap items-center gap-3">
          <h2 id="own-profile" className="text-xl">
            {sitter.headline || sitter.name}
          </h2>
          <Badge tone={tone}>{words}</Badge>
        </div>
        <p className="max-w-measure text-ink-2">
          {meaning}
          {missing.length > 0 &&
            ` Still missing: ${missing.map(({ message }) => message.toLowerCase()).join(', ')}.`}
        </p>
        <div className="flex flex-wrap gap-3">
          <Link to={paths.ownSitter(sitter.id)} className={buttonStyle({ kind: 'primary' })}>
            Edit profile
          </Link>
          <Link to={paths.sitter(sitter.id)} className={buttonStyle()}>
            See it as owners do
          </Link>
          {sitter.status === 'published' && (
            <ShareButton
              path={paths.sitter(sitter.id)}
              title={`${sitter.name} on ${config?.site.name ?? ''}`}
            />
          )}
        </div>
      </Card>
      <RowList rows={rowsOf(sitter.id).filter(({ to }) => config?.widget || !to.startsWith(widgetPath))} />
    </>
  )
}

const widgetPath = '/widget'

/** What belongs to a sitter profile. The sitter's navigation has the rest. */
const rowsOf = (sitterId: string) =>
  [
    {
      to: paths.ownSitter(sitterId, 'services'),
      label: 'Services and rates',
      icon: 'banknote',
      state: 'What you offer, and what you receive for it.',
    },
    {
      to: paths.ownSitter(sitterId, 'photos'),
      label: 'Photos',
      icon: 'images',
      state: 'Your home, and pets you have looked after.',
    },
    {
      to: paths.ownSitter(sitterId, 'statistics'),
      label: 'Statistics',
      icon: 'eye',
      state: 'How often you are seen, and where you rank in the results.',
    },
    {
      to: withQuery(widgetPath, { sitter: sitterId }),
      label: 'On your own site',
      icon: 'external-link',
      state: 'A card with your prices and a button that opens your profile.',
    },
    {
      to: paths.today(),
      label: 'Today',
      icon: 'clock',
      state: 'Your day, with your requests, calendar and earnings.',
    },
    { to: paths.onDuty(), label: 'On duty', icon: 'footprints', state: 'The pets that are with you now.' },
    {
      to: paths.backups(),
      label: 'Stepping in',
      icon: 'handshake',
      state: 'Stays for which you would step in if another sitter falls ill.',
    },
  ] as const

function Invitation({ draft }: { draft: SitterDraft | null }) {
  const hasDraft = draft?.savedAt != null
  return (
    <Card as="section" aria-labelledby="invitation" className="grid justify-items-start gap-4">
      <Portrait
        seed={{ id: 'invitation', species: 'dog', coat: 'brown and white', ears: 'floppy' }}
        className="h-24 w-27 rounded-picture"
      />
      <h2 id="invitation" className="text-xl">
        Become a sitter
      </h2>
      <p className="max-w-measure text-ink-2">
        {hasDraft
          ? 'Your profile is half finished. What you entered is saved, on every device.'
          : 'Welcome pets to your home, or visit them in theirs. You set the days, the prices and which pets you take.'}
      </p>
      <Link
        to={paths.newSitter(hasDraft ? draft.step || undefined : undefined)}
        className={buttonStyle({ kind: 'primary' })}
      >
        {hasDraft ? 'Continue your profile' : 'Become a sitter'}
      </Link>
    </Card>
  )
}
