import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { releaseMistakes, type State, upgradeNotes } from './release-checks.ts'

const changelog = `# Changelog

## 0.3.0 – 2027-02-01

### Upgrade notes

Set \`SITE_URL\`.

### Changes

#### The desk

- Show the version

## 0.2.0 – 2027-01-05

### Upgrade notes

### Changes

- Something

## 0.1.0

### Upgrade notes

Nothing to do.
`
const releasable: State = { version: '0.3.0', changelog, openMigrations: [], uncommitted: '' }

test.each<[State['version'], string | undefined]>([
  ['0.3.0', 'Set `SITE_URL`.'],
  ['0.2.0', ''],
  // Without a date.
  ['0.1.0', undefined],
  ['0.4.0', undefined],
])('the upgrade notes of %s are %j', (version, notes) => {
  expect(upgradeNotes(changelog, version)).toBe(notes)
})

test.each<[Partial<State>, string]>([
  [{ version: '0.3' }, 'use three numbers'],
  [{ version: '0.03.0' }, 'use three numbers'],
  [{ version: '0.4.0' }, 'CHANGELOG.md has no section "## 0.4.0"'],
  [{ version: '0.2.0' }, 'CHANGELOG.md has no upgrade notes for 0.2.0'],
  [{ openMigrations: ['0141_a.sql', '0142_b.sql'] }, 'lacks 2 migrations, the last of which is 0142_b.sql'],
  [{ uncommitted: ' M package.json\n' }, 'Commit or remove these changes first:\n M package.json'],
])('a release with %j is refused: %s', (change, words) => {
  expect(releaseMistakes({ ...releasable, ...change }).join('\n')).toContain(words)
})

test('a release with a version, a date, upgrade notes, fixed migrations and no open change is allowed', () => {
  expect(releaseMistakes(releasable)).toEqual([])
  expect(releaseMistakes({ ...releasable, version: '1.0.0-beta.1' })).toHaveLength(1)
})

test('the version of package.json is in the changelog with its upgrade notes', () => {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync('package.json', 'utf8')))
  expect(upgradeNotes(readFileSync('CHANGELOG.md', 'utf8'), version)).toBeTruthy()
})
