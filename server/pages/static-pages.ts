import { readdirSync } from 'node:fs'
import type { StaticPage } from '#server/pages/prerender.ts'

const namesIn = (folder: string) =>
  readdirSync(new URL(`../../content/${folder}/`, import.meta.url))
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.slice(0, -3))
    .sort()

const pagesOf = (folder: string, path: string, routeId: string, parameter: string): StaticPage[] =>
  namesIn(folder).map((name) => ({ path: `${path}/${name}`, routeId, params: { [parameter]: name } }))

/** The text pages, which stay the same for everybody until the texts or the settings change. */
export const staticPages = (): StaticPage[] => [
  { path: '/how-it-works', routeId: 'blog/how-it-works-page', params: {} },
  { path: '/blog', routeId: 'blog/blog-page', params: {} },
  { path: '/help', routeId: 'blog/help-page', params: {} },
  ...pagesOf('blog', '/blog', 'blog/post-page', 'postId'),
  ...pagesOf('legal', '/legal', 'blog/legal-page', 'page'),
  ...pagesOf('help', '/help', 'blog/help-article-page', 'slug'),
]

export const prerenderedPaths = (): string[] => staticPages().map(({ path }) => path)
