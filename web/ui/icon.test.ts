import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { iconNames, variants } from '#web/ui/icon-list.ts'

test('every icon of the style sheet is used', () => {
  const root = new URL('..', import.meta.url).pathname
  const sources = globSync('**/*.{ts,tsx}', { cwd: root }).filter((file) => !file.startsWith('ui/icon'))
  const text = sources.map((file) => readFileSync(`${root}${file}`, 'utf8')).join('\n')
  const names = [...iconNames, ...Object.keys(variants)]
  const isUsed = (name: string) => new RegExp(`['"\`](?:[^'"\`]* icon-)?${name}['"\`]`).test(text)
  const drawn: string[] = Object.values(variants).map(({ of }) => of)
  expect(names.filter((name) => !isUsed(name) && !drawn.includes(name))).toEqual([])
})
