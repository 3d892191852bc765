import type { EditedText, TextVersion } from '#contract/staff/content.ts'
import { useViewerZone } from '#web/accounts/own-account.ts'
import { More, usePages } from '#web/admin/parts/pages.tsx'
import { TextAct } from '#web/admin/parts/text-act.tsx'
import { api } from '#web/api.ts'
import { nowInstant } from '#web/clock.ts'
import { formatDatedInstant } from '#web/admin/parts/dated.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

type Page = { items: TextVersion[]; nextCursor: string | null }

/** The versions of a text, newest first, each with its words and a way back to it. */
export function TextVersions({ text, first }: { text: EditedText; first: Page }) {
  const { kind, slug } = text
  const { items, foot } = usePages(first, (cursor) =>
    api('GET /v1/admin/content/:kind/:slug/versions', {
      params: { kind, slug },
      query: { cursor },
    }),
  )
  const shown = items.find(({ isShown }) => isShown)?.version ?? 0
  const ask = kind === 'legal' && <AskForConsent text={text} shown={shown} />
  if (items.length === 0)
    return (
      <Card className="grid gap-3">
        <EmptyState title="No versions so far">
          {text.isShipped ? 'Visitors read the text of the release.' : 'This text was never published.'}
        </EmptyState>
        {ask}
      </Card>
    )
  return (
    <section aria-label="Versions, newest first" className="grid gap-4">
      {text.isShipped && text.state !== 'shipped' && (
        <GoBack text={text} to={0} label="Go back to the text of the release" />
      )}
      {ask}
      <ul className="grid gap-3">
        {items.map((one) => (
          <VersionItem key={one.version} one={one} text={text} />
        ))}
      </ul>
      <More {...foot} nouns={['version', 'versions']} />
    </section>
  )
}

const changeWords: Record<TextVersion['change'], string> = {
  text: '',
  shipped: 'The text of the release',
  hidden: 'Hidden',
}

function VersionItem({ one, text }: { one: TextVersion; text: EditedText }) {
  const zone = useViewerZone()
  const { version, change, written, inSubstance, publishAt, withdrawnAt, isShown, at, by, reason } = one
  const isPlanned = withdrawnAt === null && Date.parse(publishAt) > nowInstant()
  return (
    <Card as="li" padding="small" className="grid gap-2">
      <h2 className="flex flex-wrap items-center gap-3 text-base font-semibold">
        Version {version}
        {isShown && <Badge tone="green">shown</Badge>}
        {isPlanned && <Badge tone="gold">planned for {formatDatedInstant(publishAt, zone)}</Badge>}
        {withdrawnAt && <Badge>withdrawn</Badge>}
        {change !== 'text' && <Badge>{changeWords[change]}</Badge>}
        {inSubstance && <Badge tone="gold">changes what people have agreed to</Badge>}
      </h2>
      <p className="text-sm text-ink-2">
        {by}, <time dateTime={at}>{formatDatedInstant(at, zone)}</time>
      </p>
      <p className="wrap-anywhere whitespace-pre-line">{reason}</p>
      {written && (
        <details>
          <summary className="link w-fit py-1">Read version {version}</summary>
          <h3 className="mt-2 text-lg">{written.fields.title}</h3>
          <pre className="mt-2 font-mono text-sm wrap-anywhere whitespace-pre-wrap">{written.body}</pre>
        </details>
      )}
      {isPlanned ? (
        <Withdraw text={text} version={version} />
      ) : (
        !isShown &&
        change !== 'hidden' && <GoBack text={text} to={version} label={`Go back to version ${version}`} />
      )}
    </Card>
  )
}

function GoBack({ text, to, label }: { text: EditedText; to: number; label: string }) {
  const { kind, slug, version } = text
  return (
    <TextAct
      label={label}
      title={`${label}?`}
      words="Visitors read it at once. It becomes a new version, and the ones in between stay in this list."
      confirmLabel="Go back"
      done="The earlier text is shown again"
      asksSubstance={kind === 'legal'}
      send={(reason, inSubstance) =>
        api('POST /v1/admin/content/:kind/:slug/restore', {
          params: { kind, slug },
          body: { version, to, reason, inSubstance },
        })
      }
    />
  )
}

/** Asks everybody to agree to the shown text, such as one that an upgrade has changed. */
function AskForConsent({ text, shown }: { text: EditedText; shown: number }) {
  const { kind, slug, version } = text
  return (
    <TextAct
      label="Ask people to agree again"
      title="Ask people to agree to this text?"
      words="The words stay as they are. Everybody who has an account is asked, and cannot begin anything new before they agree. Do it after an upgrade has changed this text in substance."
      confirmLabel="Ask them"
      done="People are asked to agree"
      send={(reason) =>
        api('POST /v1/admin/content/:kind/:slug/restore', {
          params: { kind, slug },
          body: { version, to: shown, reason, inSubstance: true },
        })
      }
    />
  )
}

function Withdraw({ text: { kind, slug }, version }: { text: EditedText; version: number }) {
  return (
    <TextAct
      label={`Withdraw version ${version}`}
      title="Withdraw this version?"
      words="It is not published when its time comes."
      confirmLabel="Withdraw it"
      done="The version is withdrawn"
      send={(reason) =>
        api('POST /v1/admin/content/:kind/:slug/withdraw', {
          params: { kind, slug },
          body: { version, reason },
        })
      }
    />
  )
}
