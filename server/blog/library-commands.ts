import { z } from 'zod'
import { type Document, Document as DocumentSchema, type Post, PostSummary } from '#contract/blog.ts'
import { type FrontMatter, readFrontMatter } from '#server/blog/front-matter.ts'
import { readTexts, type TextFile } from '#server/blog/import.ts'
import { fillText, firstHeading, renderMarkdown, renderPieces, type Values } from '#server/blog/markdown.ts'
import { byNewest, relatedTo } from '#server/blog/post.ts'
import { privacyText } from '#server/blog/privacy-text.ts'
import { messageOf } from '#server/kernel/error-facts.ts'
import type { Site } from '#server/kernel/deps.ts'
import { privacyRows } from '#server/privacy/privacy.ts'

const sections = ['legal', 'how-it-works', 'help'] as const
const HelpItem = z.object({
  slug: z.string(),
  title: z.string(),
  summary: z.string(),
  audience: z.enum(['owner', 'sitter', 'both']),
})

export type HelpItem = z.infer<typeof HelpItem>
export type Library = {
  /** The newest first. */
  posts: PostSummary[]
  post: (id: string) => Post | undefined
  document: (section: string, slug: string) => Document | undefined
  help: HelpItem[]
}

const libraries = new WeakMap<Site, Promise<Library>>()

/**
 * Returns all texts with their front matter, read once because they do not change while the server runs. Each body is
 * rendered on first request and cached, so that the server starts quickly.
 */
export function libraryOf(site: Site): Promise<Library> {
  const known = libraries.get(site)
  if (known) return known
  const reading = readLibrary(valuesOf(site))
  libraries.set(site, reading)
  reading.catch(() => libraries.delete(site))
  return reading
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

async function readLibrary(values: Values): Promise<Library> {
  const parsedPosts = (await readTexts('blog'))
    .map((file) => inFile('blog', file, () => parsePost(file, values)))
    .sort((one, other) => byNewest(one.summary, other.summary))
  const posts = parsedPosts.map(({ summary }) => summary)
  const rendered = new Map(
    parsedPosts.map(({ file, summary, body }) => [
      summary.id,
      memoized(() =>
        inFile('blog', file, () => ({
          ...summary,
          html: renderMarkdown(body, values),
          related: relatedTo(summary, posts),
        })),
      ),
    ]),
  )
  const documents = new Map<string, () => Document>()
  for (const section of sections)
    for (const file of await readTexts(section))
      documents.set(
        `${section}/${file.slug}`,
        memoized(() => inFile(section, file, () => documentOf(file, values))),
      )
  const help = (await readTexts('help'))
    .map((file) => inFile('help', file, () => helpItemOf(file, values)))
    .sort((a, b) => a.title.localeCompare(b.title, 'en-GB'))
  return {
    posts,
    post: (id) => rendered.get(id)?.(),
    document: (section, slug) => documents.get(`${section}/${slug}`)?.(),
    help,
  }
}

function memoized<T>(make: () => T): () => T {
  let cached: { it: T } | undefined
  return () => (cached ??= { it: make() }).it
}

/** Adds the file's name to an error in a text. */
function inFile<T>(folder: string, { slug }: TextFile, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new Error(`content/${folder}/${slug}.md: ${messageOf(error)}`, {
      cause: error,
    })
  }
}

function parsePost(file: TextFile, values: Values) {
  const { slug, source } = file
  const { fields, body } = readFrontMatter(source)
  const { slug: id, minutes, updatedOn = null, ...rest } = fillFields(fields, values)
  requireSameSlug(slug, id)
  const summary = PostSummary.parse({ ...rest, id: slug, minutes: Number(minutes), updatedOn })
  return { file, summary, body }
}

function documentOf({ slug, source }: TextFile, values: Values): Document {
  const { fields, body } = readFrontMatter(source)
  const { title, summary, version, effectiveOn, slug: declaredSlug } = fillFields(fields, values)
  requireSameSlug(slug, declaredSlug)
  return DocumentSchema.parse({
    slug,
    title: title ?? firstHeading(body) ?? slug,
    summary: summary ?? '',
    version: version ?? null,
    effectiveOn: effectiveOn ?? null,
    pieces: renderPieces(withParts(body), values),
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

const helpItemOf = ({ slug, source }: TextFile, values: Values): HelpItem =>
  HelpItem.parse({ ...fillFields(readFrontMatter(source).fields, values), slug })

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
