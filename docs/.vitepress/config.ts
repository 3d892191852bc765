import { resolve } from 'node:path'
import { defineConfig } from 'vitepress'
import { siteMarkdown } from './markdown.ts'
import { anchorOf, pageOf } from './pages.ts'
import { searchSections } from './search.ts'
import { sidebar } from './sidebar.ts'

const root = resolve(import.meta.dirname, '../..')

export default defineConfig({
  title: 'Sitwell',
  titleTemplate: ':title – Sitwell',
  description: 'An open marketplace for pet sitters that anybody can run.',
  lang: 'en-GB',
  // Pages are found from the root, because some of them are files of the repository's root.
  srcDir: root,
  srcExclude: ['!(docs)/**/*.md', 'README.md'],
  rewrites: (file) => pageOf(file) ?? file,
  cacheDir: resolve(root, 'build/docs-cache'),
  vite: {
    // The configuration of the web application is not for this site, nor are its public files.
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    // The index of the search is one large chunk, which is loaded when the search is opened.
    build: { chunkSizeWarningLimit: 2_000 },
  },
  // Keeps the list of all pages out of each page.
  metaChunk: true,
  markdown: {
    // As Git hosts render the same files.
    html: false,
    linkify: false,
    attrs: { disable: true },
    anchor: { slugify: anchorOf },
    config: (md) => siteMarkdown(md, root),
  },
  themeConfig: {
    nav: [
      { text: 'Operate', link: '/operating' },
      { text: 'Contribute', link: '/contributing/first-hour' },
      { text: 'Rules', link: '/rules' },
      { text: 'API', link: '/api' },
      { text: 'Decisions', link: '/decisions' },
    ],
    sidebar: sidebar(),
    outline: [2, 3],
    search: {
      provider: 'local',
      options: { miniSearch: { _splitIntoSections: searchSections() } },
    },
  },
})
