import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** An element with an `aria-label` and nothing but words inside; both may have two variants. */
const labelled =
  /aria-label=(?:"([^"]*)"|\{((?:[^{}]|\{[^{}]*\})*)\})[^<>]*?(?:=>[^<>]*?)*(?<!=)>\s*([^<>]+?)\s*<\/(?:Button|button|Link|a)>/g
const quoted = /['"`]([^'"`]+)['"`]/g

const plain = (text: string) =>
  text
    .replaceAll(/\$?\{[^}]*\}/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase()
const variants = (source: string) => [...source.matchAll(quoted)].map(([, words = '']) => plain(words))

/** What is visible in a control must be part of its accessible name (WCAG 2.5.3), for people who speak it. */
const offences = (source: string): string[] =>
  [...source.matchAll(labelled)].flatMap(([, text, code = '', inside = '']) => {
    const names = [(text ?? code).toLowerCase()]
    const shown = inside.startsWith('{') ? variants(inside) : [plain(inside)]
    return shown.filter((words) => words && !names.some((name) => name.includes(words)))
  })

test('a visible name that its label leaves out is found, in each of its variants', () => {
  expect(offences('<Button aria-label={`Settle ${number}`} onClick={x}>Paid</Button>')).toEqual(['paid'])
  expect(
    offences(
      "<Button aria-label={a ? `Change ${b}` : `Write ${b}`}\n kind='q'>{a ? 'Change' : 'Add'}</Button>",
    ),
  ).toEqual(['add'])
  expect(offences('<Button aria-label={`Write off ${number}`} kind="quiet">Write off</Button>')).toEqual([])
})

test('every visible name of a control is part of its accessible name', () => {
  const found = globSync('web/**/*.tsx')
    .filter((file) => !file.includes('.test.'))
    .flatMap((file) => offences(readFileSync(file, 'utf8')).map((words) => `${file}: ${words}`))
  expect(found).toEqual([])
})
