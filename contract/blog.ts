import { z } from 'zod'
import { species } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { helpAudiences } from './staff/codes.ts'
import { Day } from './values.ts'

export const PostSummary = z.object({
  id: z.string(),
  title: z.string(),
  summary: z.string(),
  author: z.string(),
  authorRole: z.string(),
  publishedOn: Day,
  updatedOn: Day.nullable(),
  tags: z.array(z.string()),
  portrait: z.enum(species),
  minutes: z.int(),
})
/** `html` is sanitised on the server. */
export const Post = PostSummary.extend({ html: z.string(), related: z.array(PostSummary) })

export const listPosts = endpoint({
  method: 'GET',
  path: '/v1/posts',
  access: 'public',
  summary: 'List blog posts, newest first',
  query: z.object({
    tag: z.string().max(40).optional(),
    cursor: z.string().max(500).optional(),
    limit: z.coerce.number().pipe(z.int().min(1).max(100)).default(24),
  }),
  response: z.object({
    items: z.array(PostSummary),
    nextCursor: z.string().nullable(),
    tags: z.array(z.string()),
  }),
  problems: ['cursor-invalid'],
})
export const showPost = endpoint({
  method: 'GET',
  path: '/v1/posts/:postId',
  access: 'public',
  summary: 'Get a blog post',
  params: z.object({ postId: z.string().regex(/^[a-z0-9-]{1,80}$/) }),
  response: Post,
  problems: ['post-not-found'],
})

/** A text by the operator (legal pages, how it works, help): sanitised HTML pieces with live tables between them. */
export const Document = z.object({
  slug: z.string(),
  title: z.string(),
  summary: z.string(),
  version: z.string().nullable(),
  effectiveOn: Day.nullable(),
  pieces: z.array(z.union([z.object({ html: z.string() }), z.object({ live: z.string() })])),
})
export const showDocument = endpoint({
  method: 'GET',
  path: '/v1/documents/:section/:slug',
  access: 'public',
  summary: 'Get a legal document, a how-it-works page or a help article',
  params: z.object({
    section: z.enum(['legal', 'how-it-works', 'help']),
    slug: z.string().regex(/^[a-z0-9-]{1,80}$/),
  }),
  response: Document,
  problems: ['not-found'],
})

export const listHelp = endpoint({
  method: 'GET',
  path: '/v1/help',
  access: 'public',
  summary: 'List help articles, sorted by title',
  response: z.object({
    items: z.array(
      z.object({
        slug: z.string(),
        title: z.string(),
        summary: z.string(),
        audience: z.enum(helpAudiences),
      }),
    ),
  }),
  problems: [],
})

export type Post = z.infer<typeof Post>
export type PostSummary = z.infer<typeof PostSummary>
export type Document = z.infer<typeof Document>
