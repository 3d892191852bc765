import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import routes from '#web/routes.ts'
import { iconSets } from '#web/ui/icon-list.ts'

const root = new URL('..', import.meta.url).pathname
const textOf = (file: string) => readFileSync(`${root}${file}`, 'utf8')
const isUsed = (name: string, text: string) => new RegExp(`['"\`](?:[^'"\`]* icon-)?${name}['"\`]`).test(text)
const namesOf = ({ names, variants }: (typeof iconSets)[keyof typeof iconSets]): string[] => [
  ...names,
  ...Object.keys(variants),
]

test('every icon of the style sheets is used', () => {
  const sources = globSync('**/*.{ts,tsx}', { cwd: root }).filter((file) => !file.startsWith('ui/icon'))
  const text = sources.map(textOf).join('\n')
  const drawn: string[] = Object.values(iconSets).flatMap(({ variants }) =>
    Object.values(variants).map(({ of }) => of),
  )
  const all = Object.values(iconSets).flatMap(namesOf)
  expect(all.filter((name) => !isUsed(name, text) && !drawn.includes(name))).toEqual([])
})

/** A table whose icons only the palette shows, which links the style sheet itself; others use its labels and paths. */
const shownByPalette = 'beside/at-hand/pages.ts'

/** The files that a module loads, at once or later, with itself; types are not loaded. */
function loadedBy(file: string, known = new Set<string>()): Set<string> {
  if (known.has(file) || file === shownByPalette || !existsSync(`${root}${file}`)) return known
  const text = textOf(file)
  // A part that links the style sheet itself, like the bar of sitters.
  if (text.includes('account-icons.css?url')) return known
  known.add(file)
  const atOnce = [...text.matchAll(/^(?:import|export) (type )?[^'"]*?from '#web\/([^']+)'/gms)]
  const later = [...text.matchAll(/\bimport\(\s*()'#web\/([^']+)'/g)]
  for (const [, isType, other] of [...atOnce, ...later]) if (!isType) loadedBy(other!, known)
  return known
}

type Route = { file: string; children?: readonly Route[] }

/** The modules of the routes, without those whose layout loads the icons for signed-in people. */
const filesForEverybody = (all: readonly Route[]): string[] =>
  all.flatMap(({ file, children = [] }) =>
    textOf(file).includes('accountIconLinks') ? [] : [file, ...filesForEverybody(children)],
  )

test('pages for everybody use no icon of the style sheet for signed-in people', () => {
  const files = new Set(['root.tsx', ...filesForEverybody(routes)].flatMap((file) => [...loadedBy(file)]))
  expect(files).toContain('layout/header.tsx')
  expect(files).toContain('search/map-controls.tsx')
  expect(files).not.toContain('accounts/account-page.tsx')
  const text = [...files]
    .filter((file) => !file.startsWith('ui/icon'))
    .map(textOf)
    .join('\n')
  expect(namesOf(iconSets.account).filter((name) => isUsed(name, text))).toEqual([])
})
