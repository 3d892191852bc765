import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const ignored = ['node_modules/**', 'build/**', 'data/**', '.react-router/**', 'test-results/**']
const filesOf = (pattern: string) => globSync(pattern, { exclude: ignored }).map(normalize).sort()
const read = (path: string) => readFileSync(path, 'utf8')

/** Anchor of a heading, as Git hosts compute it. */
const anchorOf = (heading: string) =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number} _-]/gu, '')
    .replaceAll(' ', '-')

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
