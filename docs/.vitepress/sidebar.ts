import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { DefaultTheme } from 'vitepress'
import { referencePages } from './reference.ts'

type Item = DefaultTheme.SidebarItem

/** The first heading of a page, as text. */
const titleOf = (file: string): string =>
  (/^# (.*)$/m.exec(readFileSync(file, 'utf8'))?.[1] ?? basename(file, '.md')).replaceAll('`', '')

const pagesIn = (folder: string): Item[] =>
  globSync(`docs/${folder}/*.md`)
    .sort()
    .map((file) => ({ text: titleOf(file), link: `/${folder}/${basename(file, '.md')}` }))

const guides: Item[] = [
  { text: 'What Sitwell is', link: '/' },
  {
    text: 'For operators',
    items: [
      { text: 'Operating Sitwell', link: '/operating' },
      { text: 'Changelog', link: '/changelog' },
      { text: 'By size', link: '/sizes' },
      { text: 'Several machines', link: '/several-machines' },
      { text: 'A cache or CDN in front', link: '/cdn' },
      { text: 'Monitoring', link: '/monitoring' },
      { text: 'Feeds, import and widget', link: '/feeds' },
      { text: 'Security', link: '/security' },
    ],
  },
  {
    text: 'For contributors',
    items: [
      { text: 'The first hour', link: '/contributing/first-hour' },
      { text: 'Add a booking event', link: '/contributing/add-a-booking-event' },
      { text: 'Contributing', link: '/contributing' },
      { text: 'Architecture', link: '/architecture' },
      { text: 'Style', link: '/style' },
      { text: 'Voice', link: '/voice' },
    ],
  },
  {
    text: 'What it does',
    items: [
      { text: 'Integrations', link: '/integrations' },
      { text: 'Business rules', link: '/rules' },
      { text: 'Guarantees', link: '/promises' },
      { text: 'Performance budget', link: '/performance' },
      { text: 'Glossary', link: '/glossary' },
    ],
  },
]

/** The sections with many pages. Each is listed only beside its own pages, which keeps the other pages small. */
const sections = (): { folder: string; title: string; first: Item; pages: Item[] }[] => [
  {
    folder: 'api',
    title: 'API',
    first: { text: 'How to call the API', link: '/api' },
    pages: referencePages().map(({ tag }) => ({ text: tag, link: `/api/${tag}` })),
  },
  {
    folder: 'decisions',
    title: 'Decisions',
    first: { text: 'How decisions are recorded', link: '/decisions' },
    pages: pagesIn('decisions'),
  },
  {
    folder: 'problems',
    title: 'Problems',
    first: { text: 'What problems are', link: '/problems' },
    pages: pagesIn('problems'),
  },
]

/** The sidebar of each page, by the prefix of the page's path. */
export function sidebar(): DefaultTheme.SidebarMulti {
  const all = sections()
  const overview = { text: 'Reference', items: all.map(({ title, first }) => ({ ...first, text: title })) }
  const own = all.map(({ folder, title, first, pages }): [string, Item[]] => [
    `/${folder}`,
    [
      { text: title, items: [first, ...pages] },
      ...guides.map((item) => ({ ...item, collapsed: true })),
      overview,
    ],
  ])
  return Object.fromEntries<Item[]>([...own, ['/', [...guides, overview]]])
}

const linksIn = (items: readonly Item[]): string[] =>
  items.flatMap(({ link, items: inner = [] }) => [...(link === undefined ? [] : [link]), ...linksIn(inner)])

/** All addresses in the sidebar. */
export const sidebarLinks = (): Set<string> =>
  new Set(Object.values(sidebar()).flatMap((items) => linksIn(Array.isArray(items) ? items : items.items)))
