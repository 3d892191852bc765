import { expect, test } from 'vitest'
import { rowGroups } from '#web/accounts/parts/section-rows.ts'

const account = { phoneNumber: '+351 210 000 000', location: 'Lisbon', email: 'olga@example.org' }
const known: Parameters<typeof rowGroups>[0] = {
  account,
  unconfirmed: false,
  pets: [{ name: 'Miso' }, { name: 'Rex' }, { name: 'Pip' }],
  sitter: null,
  draft: { savedAt: null },
}
const rowsOf = (part: Partial<typeof known>) => rowGroups({ ...known, ...part }).flatMap(({ rows }) => rows)
const stateOf = (label: string, part: Partial<typeof known> = {}) =>
  rowsOf(part).find((row) => row.label === label)?.state

test.each([
  ['Profile', {}, '+351 210 000 000, Lisbon'],
  ['Profile', { account: { ...account, location: null } }, 'Your town is missing.'],
  ['Profile', { account: { ...account, phoneNumber: null } }, 'Your phone number is missing.'],
  [
    'Profile',
    { account: { ...account, phoneNumber: null, location: null } },
    'Your phone number and town are missing.',
  ],
  ['Pets', {}, 'Miso, Rex and Pip'],
  ['Pets', { pets: [] }, 'No pets yet.'],
  ['Security and sign-in', {}, 'You sign in as olga@example.org.'],
  ['Security and sign-in', { unconfirmed: true }, 'olga@example.org is not confirmed yet.'],
  ['Sitting', {}, 'Become a sitter, on the days you choose.'],
  ['Sitting', { draft: { savedAt: '2026-11-26T10:00:00.000Z' } }, 'Your profile is half finished.'],
  [
    'Sitting',
    { sitter: { status: 'published' as const }, draft: null },
    'Published: owners can find you and send you requests.',
  ],
])('the row %s with %j says “%s”', (label, part, state) => expect(stateOf(label, part)).toBe(state))

test('only people without a sitter profile find the calendar here, because sitters have it in their navigation', () => {
  const labels = (part: Partial<typeof known>) => rowsOf(part).map(({ label }) => label)
  expect(labels({})).toContain('Calendar')
  expect(labels({ sitter: { status: 'draft' }, draft: null })).not.toContain('Calendar')
})
