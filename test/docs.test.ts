import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { addressOf, arrowsOf } from '../docs/.vitepress/markdown.ts'
import { anchorOf, pageOf } from '../docs/.vitepress/pages.ts'
import { referencePages } from '../docs/.vitepress/reference.ts'
import { sidebarLinks } from '../docs/.vitepress/sidebar.ts'

const ignored = ['node_modules/**', 'build/**', 'data/**', '.react-router/**', 'test-results/**']
const filesOf = (pattern: string) => globSync(pattern, { exclude: ignored }).map(normalize).sort()
const read = (path: string) => readFileSync(path, 'utf8')

const anchorsOf = (path: string) => [...read(path).matchAll(/^#+ (.*)$/gm)].map(([, text]) => anchorOf(text!))

/** Returns the relative links of a Markdown text whose target does not exist. */
function deadLinks(path: string, text = read(path)): string[] {
  const links = [...text.matchAll(/\]\((?!https?:|mailto:|\/)([^)\s]+)\)/g)].map(([, link]) => link!)
  return links.filter((link) => {
    const [file = '', anchor] = link.split('#')
    const target = file === '' ? path : join(dirname(path), decodeURIComponent(file))
    if (!existsSync(target)) return true
    return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).includes(anchor)
  })
}

const numbersIn = (words: string) => [...words.matchAll(/\d+/g)].map(([number]) => Number(number))
const headingsOf = (path: string) =>
  [...read(path).matchAll(/^## (\d+)\. /gm)].map(([, number]) => Number(number))
const rowsOfStateMachine = () => {
  const section = read('docs/rules.md')
    .split(/^## /m)
    .find((text) => text.startsWith('10. '))!
  return [...section.matchAll(/^\| (\d+) \|/gm)].map(([, number]) => Number(number))
}

/** What a reference in the prose may name, and the pages and numbers that exist. */
const references: { pattern: RegExp; known: number[] }[] = [
  { pattern: /\brules section (\d+(?:, \d+)*)/g, known: headingsOf('docs/rules.md') },
  { pattern: /\bsection 10, row (\d+)/g, known: rowsOfStateMachine() },
  { pattern: /\bpromises rules? (\d+(?:(?:,| and) \d+)*)/g, known: headingsOf('docs/promises.md') },
  {
    pattern: /\bdecisions? (\d+(?:(?:,| and) \d+)*)\b/g,
    known: filesOf('docs/decisions/*.md').map((path) => Number(path.split('/').at(-1)!.slice(0, 4))),
  },
]
const brokenReferences = (text: string) =>
  references.flatMap(({ pattern, known }) =>
    [...text.matchAll(pattern)]
      .filter(([, words]) => numbersIn(words!).some((number) => !known.includes(number)))
      .map(([reference]) => reference),
  )
/** Documents named by their path, from the root of the repository. */
const missingDocuments = (text: string) =>
  [...text.matchAll(/\b(?:docs|design|spec)\/[\w/-]+\.(?:md|txt)\b/g)]
    .map(([path]) => path)
    .filter((path) => !existsSync(path))

const pages = filesOf('**/*.md')
const sources = filesOf('{bench,contract,database,e2e,scripts,server,test,web}/**/*.{ts,tsx,sql,css}').filter(
  (path) => path !== 'test/docs.test.ts',
)

test('Every relative link of the documentation leads to a file and a heading that exist', () => {
  expect(pages.length).toBeGreaterThan(80)
  expect(pages.flatMap((path) => deadLinks(path).map((link) => `${path}: ${link}`))).toEqual([])
})

test('Every reference to a rule, a promise, a decision or a document resolves', () => {
  const found = [...pages, ...sources].flatMap((path) =>
    [...brokenReferences(read(path)), ...missingDocuments(read(path))].map((one) => `${path}: ${one}`),
  )
  expect(found).toEqual([])
})

test('A dead link and a reference to something that does not exist are found', () => {
  const text = 'See [a](nowhere.md), [b](docs/rules.md#nowhere) and [c](docs/rules.md#3-fees).'
  expect(deadLinks('README.md', text)).toEqual(['nowhere.md', 'docs/rules.md#nowhere'])
  expect(
    brokenReferences('rules section 7, 99; section 10, row 99; promises rules 9 and 99; decision 9999'),
  ).toEqual(['rules section 7, 99', 'section 10, row 99', 'promises rules 9 and 99', 'decision 9999'])
  expect(missingDocuments('design/performance.md, docs/rules.md')).toEqual(['design/performance.md'])
})

/** The pages of these Markdown files that are in no list beside the pages of the site. */
const unlisted = (files: readonly string[]): string[] => {
  const listed = sidebarLinks()
  return files.filter((file) => {
    const page = pageOf(file)
    return page === undefined || !listed.has(`/${page.replace(/(^index)?\.md$/, '')}`)
  })
}

test('Every page of the documentation is listed in the sidebar, and every link of the sidebar is a page', () => {
  const files = pages.filter((file) => /^(docs\/[^[]*|[A-Z]+\.md)$/.test(file))
  expect(files.length).toBeGreaterThan(180)
  expect(unlisted(files)).toEqual([])
  expect(unlisted(['docs/nowhere.md', 'docs/rules.md', 'content/nowhere.md'])).toEqual([
    'docs/nowhere.md',
    'content/nowhere.md',
  ])
  const known = new Set([
    ...files.map((file) => `/${pageOf(file)!.replace(/(^index)?\.md$/, '')}`),
    ...referencePages().map(({ tag }) => `/api/${tag}`),
  ])
  expect([...sidebarLinks()].filter((link) => !known.has(link))).toEqual([])
})

const slugOf = (title: string) =>
  title
    .toLowerCase()
    .replaceAll(/[`'’]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')

test('The file of a decision is named after its title', () => {
  for (const file of filesOf('docs/decisions/*.md')) {
    const [, number = '', title = ''] = /^# (\d+)\. (.*)/.exec(read(file)) ?? []
    expect(basename(file, '.md')).toBe(`${number.padStart(4, '0')}-${slugOf(title)}`)
  }
})

/** The files that the diffs of a page change, each with the lines that the diff expects in it beforehand. */
const diffsIn = (text: string): { file: string; before: string[] }[] =>
  [...text.matchAll(/^```diff\n([^]*?)^```/gm)].map(([, diff = '']) => {
    const lines = diff.split('\n')
    return {
      file: lines.find((line) => line.startsWith('+++ b/'))?.slice('+++ b/'.length) ?? '',
      before: lines.filter((line) => /^[ -](?!-- a)/.test(line)).map((line) => line.slice(1)),
    }
  })
const staleDiffs = (text: string): string[] =>
  diffsIn(text).flatMap(({ file, before }) => {
    if (!existsSync(file)) return [file]
    const present = new Set(read(file).split('\n'))
    return before.filter((line) => !present.has(line)).map((line) => `${file}: ${line}`)
  })

test('The worked example changes files that exist, from what they contain now', () => {
  const text = read('docs/contributing/add-a-booking-event.md')
  const files = diffsIn(text).map(({ file }) => file)
  expect(files).toEqual(
    expect.arrayContaining([
      'contract/codes.ts',
      'contract/bookings/step.ts',
      'server/bookings/life/transitions.ts',
      'server/bookings/care/mails.ts',
      'web/bookings/life/event-words.ts',
      'web/bookings/booking-actions.tsx',
    ]),
  )
  for (const file of files) expect(text).toContain(`b/${file}`)
  expect(staleDiffs(text)).toEqual([])
  expect(read('contract/codes.ts')).not.toContain('say_late')
  const stale = text.replace("   'cancel_by_sitter',\n+", "   'cancel_by_nobody',\n+")
  expect(staleDiffs(stale)).toEqual(["contract/codes.ts:   'cancel_by_nobody',"])
})

test('Links between files of the repository lead to pages of the site, and links to code to none', () => {
  expect(addressOf('docs/rules.md#3-fees', 'OPERATING.md')).toBe('/rules.md#3-fees')
  expect(addressOf('../../ARCHITECTURE.md', 'docs/contributing/first-hour.md')).toBe('/architecture.md')
  expect(addressOf('../server/app.ts', 'docs/performance.md')).toBeUndefined()
})

test('A flow chart becomes the list of its arrows, and a line that is not understood is refused', () => {
  expect(arrowsOf('flowchart LR\n  a[Browser] -- JSON --> b[(Data)] --> c\n  c -. types .-> a')).toEqual([
    { from: 'Browser', to: 'Data', label: 'JSON' },
    { from: 'Data', to: 'c', label: undefined },
    { from: 'c', to: 'Browser', label: 'types' },
  ])
  expect(() => arrowsOf('flowchart LR\n  subgraph one two')).toThrow(/cannot show/)
  expect(arrowsOf(/```mermaid\n([^]*?)```/.exec(read('ARCHITECTURE.md'))![1]!).length).toBeGreaterThan(7)
})
