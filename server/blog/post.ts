import type { PostSummary } from '#contract/blog.ts'

/** Orders posts from the newest; posts of the same day by id. */
export const byNewest = (a: PostSummary, b: PostSummary): number =>
  b.publishedOn.localeCompare(a.publishedOn) || a.id.localeCompare(b.id)

const wordsPerMinute = 200

/** How long reading a text takes. */
export const minutesToRead = (body: string): number =>
  Math.max(1, Math.round((body.match(/\S+/g) ?? []).length / wordsPerMinute))

const mostRelated = 3

/** Finds the posts that share most tags with this one; among equals, the newer first. */
export function relatedTo(post: PostSummary, posts: readonly PostSummary[]): PostSummary[] {
  const tags = new Set(post.tags)
  const shared = ({ tags: others }: PostSummary) => others.filter((tag) => tags.has(tag)).length
  return posts
    .filter((other) => other.id !== post.id && shared(other) > 0)
    .toSorted((a, b) => shared(b) - shared(a) || byNewest(a, b))
    .slice(0, mostRelated)
}
