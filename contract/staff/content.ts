import { z } from 'zod'
import { Document } from '#contract/blog.ts'
import { species } from '#contract/codes.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Day, Id, Instant, line, page, PageQuery, text } from '#contract/values.ts'
import { contentChanges, contentKinds, contentStates, helpAudiences } from './codes.ts'

const Kind = z.enum(contentKinds)
const Slug = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use small letters, digits and hyphens')
  .max(80, 'Write at most 80 characters')
const params = z.object({ kind: Kind, slug: Slug })

/**
 * What belongs to a text besides its Markdown. Posts have an author, a day, tags and a picture, help articles an
 * audience, legal texts a version and a day; what another kind has is kept and not shown.
 */
export const TextFields = z.strictObject({
  title: line(120).default(''),
  summary: line(300).default(''),
  author: line(80).default(''),
  authorRole: line(80).default(''),
  publishedOn: Day.nullable().default(null),
  updatedOn: Day.nullable().default(null),
  tags: z.array(Slug).max(8, 'Name at most 8 subjects').default([]),
  portrait: z.enum(species).default('dog'),
  audience: z.enum(helpAudiences).default('both'),
  version: line(20).default(''),
  effectiveOn: Day.nullable().default(null),
})

const body = text(100_000)
const reason = text(1000, 10)
const Written = { fields: TextFields, body }

const TextItem = z.object({
  kind: Kind,
  slug: z.string(),
  title: z.string(),
  state: z.enum(contentStates),
  /** When what is shown was published; null for a shipped text. */
  publishedAt: Instant.nullable(),
  /** When the next planned version is published. */
  plannedAt: Instant.nullable(),
  draft: z.object({ at: Instant, by: z.string() }).nullable(),
})

const TextVersion = z.object({
  version: z.int(),
  change: z.enum(contentChanges),
  /** The text, if this version has one of its own. */
  written: z.object(Written).nullable(),
  /** A change in substance of a legal text. */
  inSubstance: z.boolean(),
  publishAt: Instant,
  withdrawnAt: Instant.nullable(),
  isShown: z.boolean(),
  at: Instant,
  by: z.string(),
  reason: z.string(),
})

const EditedText = TextItem.extend({
  /** The release contains a text of this kind and address. */
  isShipped: z.boolean(),
  /** The newest version; 0 if there is none. */
  version: z.int(),
  /** The text that visitors see, or would see if it were not hidden; null if there is none yet. */
  shown: z.object(Written).nullable(),
  draft: z.object({ ...Written, revision: z.int(), at: Instant, by: z.string() }).nullable(),
})

export const listTexts = endpoint({
  method: 'GET',
  path: '/v1/admin/content',
  access: 'content.read',
  summary: 'List the texts of the site, shipped and edited, sorted by title (staff)',
  query: z.object({
    kind: Kind.optional(),
    /** Part of the title or of the address. */
    q: line(100).optional(),
  }),
  response: z.object({ items: z.array(TextItem) }),
  problems: [],
})

export const showText = endpoint({
  method: 'GET',
  path: '/v1/admin/content/:kind/:slug',
  access: 'content.read',
  summary: 'Get a text as it is shown, and its draft (staff)',
  params,
  response: EditedText,
  problems: ['text-not-found'],
})

export const listTextVersions = endpoint({
  method: 'GET',
  path: '/v1/admin/content/:kind/:slug/versions',
  access: 'content.read',
  summary: 'List the versions of a text, newest first (staff)',
  params,
  query: PageQuery,
  response: page(TextVersion),
  problems: ['cursor-invalid'],
})

export const previewText = endpoint({
  method: 'POST',
  path: '/v1/admin/content/preview',
  access: 'content.read',
  calculates: true,
  summary: 'Render a text as its page would; nothing is saved (staff)',
  status: 200,
  body: z.strictObject({ kind: Kind, ...Written }),
  response: Document.pick({ title: true, pieces: true }),
  problems: ['text-refused'],
})

export const addTextPicture = endpoint({
  method: 'POST',
  path: '/v1/admin/content/pictures',
  access: 'content.change',
  draft: true,
  summary: 'Keep an uploaded picture of the kind `look`, so that texts can show it (staff)',
  status: 200,
  body: z.strictObject({ fileId: Id }),
  /** The address as texts name it, and its size in pixels. */
  response: z.object({ url: z.string(), width: z.int(), height: z.int() }),
  problems: ['file-not-found', 'file-not-ready'],
})

export const saveDraft = endpoint({
  method: 'PUT',
  path: '/v1/admin/content/:kind/:slug/draft',
  access: 'content.change',
  draft: true,
  summary: 'Save the draft of a text; `revision` is the one that was read, 0 for a new draft (staff)',
  params,
  body: z.strictObject({ revision: z.int().min(0), ...Written }),
  response: z.object({ revision: z.int(), at: Instant }),
  problems: ['version-stale', 'text-refused'],
})

export const removeDraft = endpoint({
  method: 'DELETE',
  path: '/v1/admin/content/:kind/:slug/draft',
  access: 'content.change',
  draft: true,
  summary: 'Discard the draft of a text (staff)',
  params,
  query: z.object({ revision: z.coerce.number().pipe(z.int()) }),
  response: z.object({ removed: z.literal(true) }),
  problems: ['version-stale'],
})

const ofVersion = { version: z.int().min(0), reason }
const response = z.object({ version: z.int() })

export const publishText = endpoint({
  method: 'POST',
  path: '/v1/admin/content/:kind/:slug/publish',
  access: 'content.change',
  freshSignIn: 'required',
  summary: 'Publish the draft as a new version, at once or at a later time (staff)',
  status: 200,
  params,
  body: z.strictObject({
    ...ofVersion,
    /** The draft that is meant. */
    revision: z.int(),
    /** In the future; at once if it is left out. */
    publishAt: Instant.optional(),
    /** For legal texts: people are asked for their consent again. */
    inSubstance: z.boolean().default(false),
  }),
  response,
  problems: ['version-stale', 'text-refused'],
})

export const hideText = endpoint({
  method: 'POST',
  path: '/v1/admin/content/:kind/:slug/hide',
  access: 'content.change',
  freshSignIn: 'required',
  summary: 'Hide a post or a help article (staff)',
  status: 200,
  params,
  body: z.strictObject(ofVersion),
  response,
  problems: ['version-stale', 'text-refused', 'text-not-found'],
})

export const restoreText = endpoint({
  method: 'POST',
  path: '/v1/admin/content/:kind/:slug/restore',
  access: 'content.change',
  freshSignIn: 'required',
  summary: 'Go back to an earlier version, which becomes a new one; 0 is the shipped text (staff)',
  status: 200,
  params,
  body: z.strictObject({ ...ofVersion, to: z.int().min(0), inSubstance: z.boolean().default(false) }),
  response,
  problems: ['version-stale', 'text-refused', 'text-not-found'],
})

export const withdrawText = endpoint({
  method: 'POST',
  path: '/v1/admin/content/:kind/:slug/withdraw',
  access: 'content.change',
  freshSignIn: 'required',
  summary: 'Withdraw a planned version before it is published (staff)',
  status: 200,
  params,
  body: z.strictObject(ofVersion),
  response,
  problems: ['text-refused', 'text-not-found'],
})

export type TextFields = z.infer<typeof TextFields>
export type TextItem = z.infer<typeof TextItem>
export type TextVersion = z.infer<typeof TextVersion>
export type EditedText = z.infer<typeof EditedText>
