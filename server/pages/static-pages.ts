import { readdirSync } from 'node:fs'
import { announcementsEdition } from '#server/announcements/commands.ts'
import { textPaths } from '#server/blog/commands.ts'
import { editionOf, type LibraryDeps } from '#server/blog/edited-commands.ts'
import type { StaticPage, StaticPages } from '#server/pages/prerender.ts'

const fixedPages: readonly StaticPage[] = [
  { path: '/how-it-works', routeId: 'blog/how-it-works-page', params: {} },
  { path: '/blog', routeId: 'blog/blog-page', params: {} },
  { path: '/help', routeId: 'blog/help-page', params: {} },
]

/** The folders of texts, each with the route of its pages and the parameter with the name of the text. */
const folders: Record<string, { routeId: string; parameter: string }> = {
  blog: { routeId: 'blog/post-page', parameter: 'postId' },
  legal: { routeId: 'blog/legal-page', parameter: 'page' },
  help: { routeId: 'blog/help-article-page', parameter: 'slug' },
}

/** The text pages, which stay the same for everybody until the texts or the settings change. */
export const staticPages = (deps: LibraryDeps): StaticPages => ({
  patterns: [
    ...fixedPages.map(({ path }) => path),
    ...Object.keys(folders).map((folder) => `/${folder}/:name`),
  ],
  edition: () => `${editionOf(deps)} ${announcementsEdition(deps)}`,
  async find(path) {
    const fixed = fixedPages.find((page) => page.path === path)
    if (fixed) return fixed
    const [, folder = '', name = ''] = path.split('/')
    const page = folders[folder]
    if (!page || !(await textPaths(deps)).includes(path)) return undefined
    return { path, routeId: page.routeId, params: { [page.parameter]: name } }
  },
})

export const staticPaths = async (deps: LibraryDeps): Promise<string[]> => [
  ...fixedPages.map(({ path }) => path),
  ...(await textPaths(deps)),
]

const shippedPathsIn = (folder: string): string[] =>
  readdirSync(new URL(`../../content/${folder}/`, import.meta.url))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `/${folder}/${name.slice(0, -3)}`)
    .sort()

/** The paths of the shipped text pages, for the metadata of the build. */
export const shippedPaths = (): string[] => [
  ...fixedPages.map(({ path }) => path),
  ...Object.keys(folders).flatMap(shippedPathsIn),
]
