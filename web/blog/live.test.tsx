import { globSync, readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { PublicSettings } from '#contract/settings.ts'
import { Live } from '#web/blog/live.tsx'

const named = [
  ...new Set(
    globSync('content/{legal,help,how-it-works}/*.md').flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\{\{live:([a-z-]+)\}\}/g)].map(([, name]) => name!),
    ),
  ),
]

const settingsWith = (paymentMode: 'manual' | 'stripe') =>
  PublicSettings.parse({
    site: { name: 'Sitwell', url: 'http://localhost:3000', language: 'en-GB', description: '' },
    operator: { name: '', address: '', email: '', country: 'PT' },
    settings: {},
    settingsVersion: 1,
    paymentMode,
  })

const read = (name: string, paymentMode: 'manual' | 'stripe') =>
  renderToStaticMarkup(
    <MemoryRouter>
      <Live name={name} settings={settingsWith(paymentMode)} />
    </MemoryRouter>,
  )

test.each(named)('the texts may name the live part %s', (name) => {
  expect(() => [read(name, 'manual'), read(name, 'stripe')]).not.toThrow()
})

test.each(['payment-terms', 'owner-pays', 'sitter-paid', 'refund-way', 'fee-way'])(
  '%s says how money moves on this site',
  (name) => {
    expect(named).toContain(name)
    expect(read(name, 'manual')).toContain('directly')
    expect(read(name, 'manual')).not.toMatch(/Stripe|by card/)
    expect(read(name, 'stripe')).toMatch(/card/)
    expect(read(name, 'stripe')).not.toMatch(/directly|bank transfer/)
  },
)

test('a part that nobody has made is a mistake', () => {
  expect(() => read('nothing', 'manual')).toThrow('nothing')
})
