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

test.each(named)('the live part %s, which the texts use, renders in both payment modes', (name) => {
  expect(() => [read(name, 'manual'), read(name, 'stripe')]).not.toThrow()
})

test.each(['payment-terms', 'owner-pays', 'sitter-paid', 'refund-way', 'fee-way'])(
  '%s describes the payment mode of this site',
  (name) => {
    expect(named).toContain(name)
    expect(read(name, 'manual')).toContain('directly')
    expect(read(name, 'manual')).not.toMatch(/Stripe|by card/)
    expect(read(name, 'stripe')).toMatch(/card/)
    expect(read(name, 'stripe')).not.toMatch(/directly|bank transfer/)
  },
)

test('an unknown part throws an error with its name', () => {
  expect(() => read('nothing', 'manual')).toThrow('nothing')
})
