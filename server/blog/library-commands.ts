import { z } from 'zod'
import { type Document, Document as DocumentSchema, type Post, PostSummary } from '#contract/blog.ts'
import { type ContentKind, contentKinds, helpAudiences, liveParts } from '#contract/staff/codes.ts'
import { editedNow, type EditedText, editionOf, type LibraryDeps } from '#server/blog/edited-commands.ts'
import type { FrontMatter } from '#server/blog/front-matter.ts'
import { readTexts } from '#server/blog/import.ts'
import { fillText, firstHeading, renderMarkdown, renderPieces, type Values } from '#server/blog/markdown.ts'
import { byNewest, minutesToRead, relatedTo } from '#server/blog/post.ts'
import { privacyText } from '#server/blog/privacy-text.ts'
import { readText, type Text } from '#server/blog/text.ts'
import type { Site } from '#server/kernel/deps.ts'
import { messageOf } from '#server/kernel/error-facts.ts'
import { privacyRows } from '#server/privacy/privacy.ts'

const HelpItem = z.object({
  slug: z.string(),
  title: z.string(),
  summary: z.string(),
  audience: z.enum(helpAudiences),
})

export type HelpItem = z.infer<typeof HelpItem>
export type Library = {
  /** The newest first. */
  posts: PostSummary[]
  post: (id: string) => Post | undefined
  document: (section: string, slug: string) => Document | undefined
  help: HelpItem[]
  /** Every text, as `help/messages`. */
  paths: string[]
}

type Kept = { name: string; edition: string; reading: Promise<Library> }

const libraries = new WeakMap<Site, Kept>()

/**
 * Returns all texts with their front matter, read again only when a text is published or the name of the site changes.
 * Each body is rendered on first request and cached, so that the server starts quickly.
 */
export function libraryOf(deps: LibraryDeps): Promise<Library> {
  const { site } = deps
  const { name } = site
  const edition = editionOf(deps)
  const known = libraries.get(site)
  if (known?.name === name && known.edition === edition) return known.reading
  const reading = readLibrary(editedNow(deps), valuesOf(site))
  const kept = { name, edition, reading }
  libraries.set(site, kept)
  reading.catch(() => {
    if (libraries.get(site) === kept) libraries.delete(site)
  })
  return reading
}

/** Reads the shipped texts of a kind, with their placeholders. */
export const shippedTexts = async (kind: ContentKind): Promise<Text[]> =>
  (await readTexts(kind)).map((source) =>
    inFile(`content/${kind}/${source.slug}.md`, () => readText(kind, source)),
  )

/** Returns the texts of a kind that are shown: the edited ones in the place of the shipped ones, and the new ones. */
async function shownTexts(kind: ContentKind, edited: ReadonlyMap<string, EditedText>): Promise<Text[]> {
  const shipped = await shippedTexts(kind)
  const known = new Set(shipped.map(({ slug }) => slug))
  const replaced = shipped.flatMap((text): Text[] => {
    const shown = edited.get(`${kind}/${text.slug}`)?.shown ?? 'shipped'
    if (shown === 'hidden') return []
    return [shown === 'shipped' ? text : { kind, slug: text.slug, ...shown }]
  })
  const added = [...edited.values()].flatMap(({ kind: its, slug, shown }): Text[] =>
    its === kind && !known.has(slug) && typeof shown === 'object' ? [{ kind, slug, ...shown }] : [],
  )
  return [...replaced, ...added]
}

/** Renders a text that is not published yet like its page; throws an error that says what is wrong with it. */
export function renderText(site: Site, text: Text): Pick<Document, 'title' | 'pieces'> {
  const values = valuesOf(site)
  if (text.kind !== 'blog') return documentOf(text, values)
  if (/^\{\{(live|text):/m.test(text.body)) throw new Error('Posts have no live parts')
  const { title } = fillFields(text.fields, values)
  return { title: String(title), pieces: [{ html: renderMarkdown(text.body, values) }] }
}

const valuesOf = ({ name, url, operator }: Site): Values => ({
  'site.name': name,
  'site.url': url,
  'operator.name': operator.name,
  'operator.address': operator.address,
  'operator.email': operator.email,
  'operator.country':
    new Intl.DisplayNames(['en-GB'], { type: 'region' }).of(operator.country) ?? operator.country,
})

async function readLibrary(edited: ReadonlyMap<string, EditedText>, values: Values): Promise<Library> {
  const parsedPosts = (await shownTexts('blog', edited))
    .map((text) => inFile(text.file, () => parsePost(text, values)))
    .sort((one, other) => byNewest(one.summary, other.summary))
  const posts = parsedPosts.map(({ summary }) => summary)
  const rendered = new Map(
    parsedPosts.map(({ file, summary, body }) => [
      summary.id,
      memoized(() =>
        inFile(file, () => ({
          ...summary,
          html: renderMarkdown(body, values),
          related: relatedTo(summary, posts),
        })),
      ),
    ]),
  )
  const documents = new Map<string, () => Document>()
  for (const kind of contentKinds.filter((one) => one !== 'blog'))
    for (const text of await shownTexts(kind, edited))
      documents.set(
        `${kind}/${text.slug}`,
        memoized(() => inFile(text.file, () => documentOf(text, values))),
      )
  const help = (await shownTexts('help', edited))
    .map((text) => inFile(text.file, () => helpItemOf(text, values)))
    .sort((a, b) => a.title.localeCompare(b.title, 'en-GB'))
  return {
    posts,
    post: (id) => rendered.get(id)?.(),
    document: (section, slug) => documents.get(`${section}/${slug}`)?.(),
    help,
    paths: [...posts.map(({ id }) => `blog/${id}`), ...documents.keys()],
  }
}

function memoized<T>(make: () => T): () => T {
  let cached: { it: T } | undefined
  return () => (cached ??= { it: make() }).it
}

/** Adds the file's name to an error in a shipped text. */
function inFile<T>(file: string | undefined, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (file === undefined) throw error
    throw new Error(`${file}: ${messageOf(error)}`, { cause: error })
  }
}

function parsePost({ file, slug, fields, body }: Text, values: Values) {
  const { slug: id, minutes = minutesToRead(body), updatedOn = null, ...rest } = fillFields(fields, values)
  requireSameSlug(slug, id)
  const summary = PostSummary.parse({ ...rest, id: slug, minutes: Number(minutes), updatedOn })
  return { file, summary, body }
}

const names: readonly string[] = liveParts

function documentOf({ slug, fields, body }: Text, values: Values): Document {
  const { title, summary, version, effectiveOn, slug: declaredSlug } = fillFields(fields, values)
  requireSameSlug(slug, declaredSlug)
  const pieces = renderPieces(withParts(body), values)
  for (const piece of pieces)
    if ('live' in piece && !names.includes(piece.live))
      throw new Error(`There is no live part "${piece.live}"`)
  return DocumentSchema.parse({
    slug,
    title: title ?? firstHeading(body) ?? slug,
    summary: summary ?? '',
    version: version ?? null,
    effectiveOn: effectiveOn ?? null,
    pieces,
  })
}

/** Parts of a text that are generated from code. */
const parts: Record<string, () => string> = { 'personal-data': () => privacyText(privacyRows) }

const withParts = (body: string): string =>
  body.replaceAll(/^\{\{text:([a-z-]+)\}\}$/gm, (_, name: string) => {
    const part = parts[name]
    if (!part) throw new Error(`There is no part "${name}"`)
    return part()
  })

const helpItemOf = ({ slug, fields }: Text, values: Values): HelpItem =>
  HelpItem.parse({ ...fillFields(fields, values), slug })

const fillFields = (fields: FrontMatter, values: Values): FrontMatter =>
  Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [
      key,
      typeof value === 'string' ? fillText(value, values) : value.map((entry) => fillText(entry, values)),
    ]),
  )

/** A page's URL uses its file name; a different slug inside the file would mean a broken link somewhere. */
function requireSameSlug(slug: string, declaredSlug: FrontMatter[string] | undefined): void {
  if (declaredSlug !== undefined && declaredSlug !== slug)
    throw new Error(`The slug must be "${slug}" like the file`)
}
