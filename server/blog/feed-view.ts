import { Feed } from 'feed'
import type { Post } from '#contract/blog.ts'
import type { Site } from '#server/kernel/deps.ts'

type FeedSite = Pick<Site, 'name' | 'url' | 'description' | 'operator'>

const mostItems = 30
const midnight = (day: string) => new Date(Date.parse(day))

/** The blog as RSS 2.0, the newest post first, with links that work outside the site. */
export function postsFeed(site: FeedSite, posts: readonly Post[]): string {
  const latest = posts
    .map(({ publishedOn, updatedOn }) => updatedOn ?? publishedOn)
    .sort()
    .at(-1)
  const feed = new Feed({
    id: `${site.url}/blog`,
    link: `${site.url}/blog`,
    title: `${site.name} blog`,
    description: site.description,
    language: 'en-GB',
    copyright: site.operator.name,
    generator: site.name,
    // Without posts the feed has never been updated; the library would otherwise take the moment of the request.
    updated: midnight(latest ?? '2000-01-01'),
    feedLinks: { rss: `${site.url}/blog/rss.xml` },
  })
  for (const post of posts.slice(0, mostItems)) {
    const link = `${site.url}/blog/${post.id}`
    feed.addItem({
      link,
      title: post.title,
      description: post.summary,
      content: post.html.replaceAll(/ (href|src)="\//g, ` $1="${site.url}/`),
      date: midnight(post.publishedOn),
      // In RSS, `author` must be an e-mail address, so the name goes into `dc:creator`.
      extensions: [{ name: 'dc:creator', objects: { _text: post.author } }],
      category: post.tags.map((name) => ({ name })),
    })
  }
  return feed.rss2()
}
