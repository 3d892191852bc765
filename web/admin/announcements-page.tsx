import { useState } from 'react'
import type { WrittenAnnouncement } from '#contract/announcements.ts'
import { useViewerZone } from '#web/accounts/own-account.ts'
import { contentPaths } from '#web/admin/content-paths.ts'
import { asOperator } from '#web/admin/operator.ts'
import { AnnouncementForm } from '#web/admin/parts/announcement-form.tsx'
import { announcementStateWords, audienceNames } from '#web/admin/parts/announcement-words.ts'
import { More, usePages } from '#web/admin/parts/pages.tsx'
import { ReasonDialog } from '#web/admin/parts/reason-dialog.tsx'
import { api } from '#web/api.ts'
import { formatInstant } from '#web/format.ts'
import { OwnPageLoading, ownMeta } from '#web/layout/own-page.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { Route } from './+types/announcements-page.ts'

export const clientLoader = ({ request }: Route.ClientLoaderArgs) =>
  asOperator(request, () => api('GET /v1/admin/announcements', { query: {} }))
clientLoader.hydrate = true as const

export const meta: Route.MetaFunction = ownMeta({
  title: 'Announcements',
  description: 'What is said above every page, from when until when, and to whom.',
  path: contentPaths.announcements(),
})

export const HydrateFallback = () => <OwnPageLoading label="Loading the announcements" blocks={['h-96']} />

export default function AnnouncementsPage({ loaderData }: Route.ComponentProps) {
  const { items, foot } = usePages(loaderData, (cursor) =>
    api('GET /v1/admin/announcements', { query: { cursor } }),
  )
  return (
    <main className="page grid grid-cols-[minmax(0,1fr)] gap-6 py-8">
      <header className="grid gap-2">
        <h1>Announcements</h1>
        <p className="max-w-measure text-ink-2">
          A line above every page, from its start to its end, for all or only for some people. Everybody can
          close it; a change of its words shows it again.
        </p>
      </header>
      <NewAnnouncement />
      {items.length === 0 ? (
        <Card>
          <EmptyState title="Nothing was announced yet">
            Tell people about a pause for maintenance, new rules or a fair in their town.
          </EmptyState>
        </Card>
      ) : (
        <>
          <ul aria-label="Announcements, those that end last first" className="grid gap-4">
            {items.map((one) => (
              <Written key={`${one.id} ${one.version}`} announcement={one} />
            ))}
          </ul>
          <More {...foot} nouns={['announcement', 'announcements']} />
        </>
      )}
    </main>
  )
}

function NewAnnouncement() {
  const [writing, setWriting] = useState(false)
  if (!writing)
    return (
      <Button kind="primary" className="justify-self-start" onClick={() => setWriting(true)}>
        Announce something
      </Button>
    )
  return (
    <Card as="section" aria-labelledby="new-announcement">
      <h2 id="new-announcement" className="mb-4 text-xl">
        New announcement
      </h2>
      <AnnouncementForm onClose={() => setWriting(false)} />
    </Card>
  )
}

function Written({ announcement }: { announcement: WrittenAnnouncement }) {
  const { words, link, state, audience, place, beginsAt, endsAt, by } = announcement
  const zone = useViewerZone()
  const [doing, setDoing] = useState<'change' | 'end' | null>(null)
  const { label, tone } = announcementStateWords[state]
  return (
    <Card as="li" className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone={tone}>{label}</Badge>
        <span className="text-sm text-ink-2">
          {`${audienceNames[audience]}${place ? ` in ${place.name}` : ''} · ${formatInstant(beginsAt, zone)} to ${formatInstant(endsAt, zone)} · by ${by}`}
        </span>
      </div>
      <p className="max-w-measure wrap-anywhere whitespace-pre-line">{words}</p>
      {link && <p className="text-sm wrap-anywhere text-ink-2">{`${link.words}: ${link.to}`}</p>}
      {doing === 'change' ? (
        <AnnouncementForm announcement={announcement} onClose={() => setDoing(null)} />
      ) : (
        <div className="flex flex-wrap gap-3">
          <Button size="small" onClick={() => setDoing('change')}>
            {state === 'ended' ? 'Show it again…' : 'Change…'}
          </Button>
          {state !== 'ended' && (
            <Button size="small" onClick={() => setDoing('end')}>
              {state === 'planned' ? 'Withdraw…' : 'End now…'}
            </Button>
          )}
        </div>
      )}
      {doing === 'end' && <EndDialog announcement={announcement} onClose={() => setDoing(null)} />}
    </Card>
  )
}

function EndDialog({ announcement, onClose }: { announcement: WrittenAnnouncement; onClose: () => void }) {
  const { id: announcementId, version, words, link, tone, audience, place, beginsAt } = announcement
  const end = (reason: string) => {
    const endsAt = new Date().toISOString()
    return api('PUT /v1/admin/announcements/:announcementId', {
      params: { announcementId },
      body: {
        version,
        reason,
        announcement: {
          words,
          link,
          tone,
          audience,
          placeId: place && place.id,
          // One that is only planned is never shown.
          beginsAt: beginsAt < endsAt ? beginsAt : endsAt,
          endsAt,
        },
      },
    })
  }
  return (
    <ReasonDialog
      title="Take this announcement down?"
      label="Why do you do this?"
      hint="For the record of what staff have done."
      confirmLabel="Take it down"
      sending="Saving…"
      danger={false}
      send={end}
      done="The announcement is no longer shown"
      onClose={onClose}
    >
      <p>Nobody sees it from now on. It stays in this list, and you can show it again.</p>
    </ReasonDialog>
  )
}
