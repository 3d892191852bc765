import { Form, Link, useSearchParams } from 'react-router'
import type { PublicSettings } from '#contract/settings.ts'
import { type ContentKind, contentKinds } from '#contract/staff/codes.ts'
import type { EditedText, TextItem, TextVersion } from '#contract/staff/content.ts'
import { useViewerZone } from '#web/accounts/own-account.ts'
import { contentPaths } from '#web/admin/content-paths.ts'
import { asOperator } from '#web/admin/operator.ts'
import { kindNames, stateWords } from '#web/admin/parts/content-words.ts'
import { NewText } from '#web/admin/parts/new-text.tsx'
import { TextEditor } from '#web/admin/parts/text-editor.tsx'
import { TextVersions } from '#web/admin/parts/text-versions.tsx'
import { api } from '#web/api.ts'
import { formatInstant } from '#web/format.ts'
import { OwnPageLoading, ownMeta } from '#web/layout/own-page.tsx'
import { pageNotFound } from '#web/layout/page-check.ts'
import { routerLink } from '#web/layout/router-link.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TabLinks } from '#web/ui/tabs.tsx'
import type { Route } from './+types/content-page.ts'

const showsVersions = (address: URLSearchParams): boolean => address.get('view') === 'versions'

const kindIn = (word: string | null | undefined): ContentKind | undefined =>
  contentKinds.find((one) => one === word)

function filterOf(address: URLSearchParams): { kind?: ContentKind; q?: string } {
  const kind = kindIn(address.get('kind'))
  const q = address.get('q')?.trim().slice(0, 100)
  return { ...(kind && { kind }), ...(q && { q }) }
}

/** One route shows the list and, with a kind and an address, a text, so that the list of routes stays short. */
export const clientLoader = ({ request, params: { '*': path } }: Route.ClientLoaderArgs) => {
  const address = new URL(request.url).searchParams
  if (!path)
    return asOperator(request, async () => api('GET /v1/admin/content', { query: filterOf(address) }))
  const [word, slug = '', ...more] = path.split('/')
  const kind = kindIn(word)
  if (!kind || !/^[a-z0-9-]{1,80}$/.test(slug) || more.length > 0) throw pageNotFound(request)
  const params = { kind, slug }
  return asOperator(request, async () => {
    const [text, versions, settings] = await Promise.all([
      api('GET /v1/admin/content/:kind/:slug', { params }),
      showsVersions(address)
        ? api('GET /v1/admin/content/:kind/:slug/versions', { params, query: {} })
        : null,
      api('GET /v1/settings', {}),
    ])
    return { text, versions, settings }
  })
}
clientLoader.hydrate = true as const

export const meta: Route.MetaFunction = ownMeta({
  title: 'Texts',
  description: 'The blog, help, legal texts and how it works, for those who run the site.',
  path: contentPaths.texts(),
})

export const HydrateFallback = () => <OwnPageLoading label="Loading the texts" blocks={['h-40', 'h-96']} />

export default function ContentPage({ loaderData }: Route.ComponentProps) {
  if ('items' in loaderData) return <TextList items={loaderData.items} />
  const { text } = loaderData
  return <TextPage key={`${text.kind}/${text.slug}`} {...loaderData} />
}

function TextList({ items }: { items: readonly TextItem[] }) {
  const [address] = useSearchParams()
  const { kind, q } = filterOf(address)
  return (
    <main className="page grid grid-cols-[minmax(0,1fr)] gap-6 py-8">
      <header className="grid gap-2">
        <h1>Texts</h1>
        <p className="max-w-measure text-ink-2">
          What you change here stays when the site is upgraded. A draft is seen only on this desk until you
          publish it.
        </p>
      </header>
      <Form
        key={`${kind} ${q}`}
        role="search"
        aria-label="Texts"
        className="grid items-end gap-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_auto]"
      >
        <TextField name="q" label="Title or address" type="search" defaultValue={q ?? ''} maxLength={100} />
        <Select
          name="kind"
          label="Kind"
          defaultValue={kind ?? ''}
          options={[
            { value: '', label: 'All texts' },
            ...contentKinds.map((value) => ({ value, label: kindNames[value] })),
          ]}
        />
        <Button type="submit" kind="primary">
          Search
        </Button>
      </Form>
      <NewText />
      {items.length === 0 && (
        <Card>
          <EmptyState title="No text found">Try another word, or all kinds of texts.</EmptyState>
        </Card>
      )}
      {contentKinds.map((one) => (
        <KindSection key={one} kind={one} items={items.filter((item) => item.kind === one)} />
      ))}
    </main>
  )
}

function KindSection({ kind, items }: { kind: ContentKind; items: readonly TextItem[] }) {
  if (items.length === 0) return null
  return (
    <section aria-labelledby={`kind-${kind}`} className="grid gap-3">
      <h2 id={`kind-${kind}`} className="text-xl">
        {kindNames[kind]}
      </h2>
      <ul className="grid gap-3">
        {items.map((item) => (
          <TextLine key={item.slug} item={item} />
        ))}
      </ul>
    </section>
  )
}

/** The state of a text in badges: what visitors see, a planned version, a draft. */
function TextBadges({
  text: { state, plannedAt, draft },
}: {
  text: Pick<TextItem, 'state' | 'plannedAt'> & { draft: object | null }
}) {
  const zone = useViewerZone()
  return (
    <>
      <Badge tone={stateWords[state].tone}>{stateWords[state].label}</Badge>
      {plannedAt && <Badge tone="gold">Planned for {formatInstant(plannedAt, zone)}</Badge>}
      {draft && <Badge tone="gold">Draft</Badge>}
    </>
  )
}

function TextLine({ item }: { item: TextItem }) {
  const zone = useViewerZone()
  const { title, publishedAt, draft } = item
  const facts = [
    ...(publishedAt ? [`Changed ${formatInstant(publishedAt, zone)}`] : []),
    ...(draft ? [`Draft by ${draft.by}, ${formatInstant(draft.at, zone)}`] : []),
  ]
  return (
    <Card as="li" padding="small" className="grid gap-1">
      <h3 className="flex flex-wrap items-center gap-2 text-base">
        <Link to={contentPaths.text(item)} className="link wrap-anywhere">
          {title}
        </Link>
        <TextBadges text={item} />
      </h3>
      {facts.length > 0 && <p className="text-sm text-ink-2">{facts.join(', ')}</p>}
    </Card>
  )
}

type TextPageProps = {
  text: EditedText
  versions: { items: TextVersion[]; nextCursor: string | null } | null
  settings: PublicSettings
}

function TextPage({ text, versions, settings }: TextPageProps) {
  const [address] = useSearchParams()
  const isVersions = showsVersions(address)
  const isPublic = text.state === 'shipped' || text.state === 'edited'
  return (
    <main className="page grid grid-cols-[minmax(0,1fr)] gap-6 py-8">
      <Breadcrumbs
        crumbs={[
          { label: 'Texts', href: contentPaths.texts() },
          { label: kindNames[text.kind], href: contentPaths.texts(text.kind) },
          { label: text.title },
        ]}
        renderLink={routerLink}
      />
      <header className="grid gap-2">
        <h1 className="wrap-anywhere">{text.title}</h1>
        <p className="flex flex-wrap items-center gap-2">
          <TextBadges text={text} />
          {isPublic && (
            <Link to={contentPaths.shown(text)} className="link">
              Look at the page
            </Link>
          )}
        </p>
      </header>
      <TabLinks
        label="Parts of the text"
        links={[
          { href: contentPaths.text(text), label: 'Write', current: !isVersions },
          { href: contentPaths.text(text, 'versions'), label: 'Versions', current: isVersions },
        ]}
        renderLink={routerLink}
      />
      {versions && isVersions ? (
        <TextVersions key={JSON.stringify(versions)} text={text} first={versions} />
      ) : (
        <TextEditor key={text.version} text={text} settings={settings} />
      )}
    </main>
  )
}
