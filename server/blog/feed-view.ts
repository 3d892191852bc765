import { Feed } from 'feed'
import type { Post } from '#contract/blog.ts'
import type { Site } from '#server/kernel/deps.ts'

type FeedSite = Pick<Site, 'name' | 'url' | 'description' | 'operator'>

const mostItems = 30
const midnight = (day: string) => new Date(Date.parse(day))

/** The blog as JSON Feed 1.1 (jsonfeed.org), the newest post first. */
export const postsJsonFeed = (site: FeedSite, posts: readonly Post[]) => ({
  version: 'https://jsonfeed.org/version/1.1',
  title: `${site.name} blog`,
  home_page_url: `${site.url}/blog`,
  feed_url: `${site.url}/blog/feed.json`,
  description: site.description,
  language: 'en-GB',
  items: posts.slice(0, mostItems).map((post) => ({
    id: `${site.url}/blog/${post.id}`,
    url: `${site.url}/blog/${post.id}`,
    title: post.title,
    summary: post.summary,
    content_html: withFullLinks(post.html, site),
    date_published: midnight(post.publishedOn).toISOString(),
    ...(post.updatedOn ? { date_modified: midnight(post.updatedOn).toISOString() } : {}),
    authors: [{ name: post.author }],
    tags: post.tags,
  })),
})

const withFullLinks = (html: string, { url }: FeedSite): string =>
  html.replaceAll(/ (href|src)="\//g, ` $1="${url}/`)

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
      content: withFullLinks(post.html, site),
      date: midnight(post.publishedOn),
      // In RSS, `author` must be an e-mail address, so the name goes into `dc:creator`.
      extensions: [{ name: 'dc:creator', objects: { _text: post.author } }],
      category: post.tags.map((name) => ({ name })),
    })
  }
  return feed.rss2()
}
