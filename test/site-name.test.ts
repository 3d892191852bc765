import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Returns the files with a line that matches. */
const filesWith = (pattern: RegExp, files: readonly string[]): string[] =>
  globSync([...files], { exclude: ['**/*.test.ts', '**/*.test.tsx'] })
    .filter((file) => pattern.test(readFileSync(file, 'utf8')))
    .toSorted()

test('nothing that visitors read has the name of the software written into it', () => {
  expect(filesWith(/Sitwell/, ['{contract,server,web}/**/*.{ts,tsx,css}', 'content/**/*.{md,json}'])).toEqual(
    [
      // The name of a header.
      'contract/staff/viewing.ts',
      // The names in the configuration until the operator chooses others, and what the log says about it.
      'server/config/config.ts',
      'server/config/production.ts',
      // The contract in the repository.
      'server/docs/openapi.ts',
      // What the log says at a start.
      'server/kernel/db/migrate.ts',
      // Calendars of others are read under the name of the software (decision 127).
      'server/kernel/http/safe-fetch.ts',
      // And so are webhooks sent.
      'server/kernel/outside/webhook.ts',
      'server/kernel/postgres/installation.ts',
      // Pages that only a development server has.
      'web/dev/ui-controls.tsx',
      'web/dev/ui-route.tsx',
    ],
  )
})

test('the paw is drawn only where the logo of the operator replaces it', () => {
  const marks = filesWith(/<Icon name="paw-print-filled"/, ['web/**/*.tsx'])
  // The desk shows how it looks without a logo.
  expect(marks.filter((file) => file !== 'web/admin/parts/logo-fields.tsx')).toEqual([
    'web/identity/auth-frame.tsx',
    'web/layout/header.tsx',
  ])
  for (const file of marks.filter((one) => !one.includes('/admin/')))
    expect(readFileSync(file, 'utf8')).toMatch(
      /<span className="site-mark">\s*<Icon name="paw-print-filled" size=\{16\} \/>\s*<\/span>\s*<span/,
    )
  expect(filesWith(/\b(logoMark|logoSvg|drawLogo)\(/, ['server/**/*.ts'])).toEqual([
    'server/kernel/drawing/logo.ts',
    'server/pages/site-icons.ts',
    'server/pictures/picture-svg.ts',
  ])
})
