import { setImmediate as turn } from 'node:timers/promises'
import { z } from 'zod'
import type { Document, Post, PostSummary } from '#contract/blog.ts'
import { Day } from '#contract/values.ts'
import type { LibraryDeps } from '#server/blog/edited-commands.ts'
import { type HelpItem, libraryOf } from '#server/blog/library-commands.ts'
import { cutPage, readCursor } from '#server/kernel/db/cursor.ts'
import { Problem } from '#server/kernel/problem.ts'

export { postsFeed, postsJsonFeed } from '#server/blog/feed-view.ts'
export { renderText, shippedTexts } from '#server/blog/library-commands.ts'

/**
 * Returns every post with its content, the newest first, for the feed. Yields to the event loop between posts, so that
 * other requests are served.
 */
export async function allPosts(deps: LibraryDeps): Promise<Post[]> {
  const { posts, post } = await libraryOf(deps)
  const all: Post[] = []
  for (const { id } of posts) {
    all.push(post(id)!)
    await turn()
  }
  return all
}

const Position = z.tuple([Day, z.string()])

export type PostQuery = { tag?: string | undefined; cursor?: string | undefined; limit: number }

export async function listPosts(deps: LibraryDeps, { tag, cursor, limit }: PostQuery) {
  const { posts } = await libraryOf(deps)
  const tagged = tag === undefined ? posts : posts.filter(({ tags }) => tags.includes(tag))
  const position = readCursor(cursor, Position)
  const after = position ? postsAfter(tagged, position) : tagged
  const { shown: items, nextCursor } = cutPage(after, limit, (last) => [last.publishedOn, last.id])
  return {
    items,
    nextCursor,
    tags: [...new Set(posts.flatMap(({ tags }) => tags))].sort(),
  }
}

const postsAfter = (posts: readonly PostSummary[], [day, id]: z.output<typeof Position>): PostSummary[] =>
  posts.filter((post) => post.publishedOn < day || (post.publishedOn === day && post.id > id))

export async function readPost(deps: LibraryDeps, id: string): Promise<Post> {
  const post = (await libraryOf(deps)).post(id)
  if (!post) throw new Problem('post-not-found')
  return post
}

export async function readDocument(deps: LibraryDeps, section: string, slug: string): Promise<Document> {
  const document = (await libraryOf(deps)).document(section, slug)
  if (!document) throw new Problem('not-found')
  return document
}

export const listHelp = async (deps: LibraryDeps): Promise<HelpItem[]> => (await libraryOf(deps)).help

/** Returns the paths of the pages of all texts but those of how it works, which are on one page. */
export const textPaths = async (deps: LibraryDeps): Promise<string[]> =>
  (await libraryOf(deps)).paths.filter((path) => !path.startsWith('how-it-works/')).map((path) => `/${path}`)
