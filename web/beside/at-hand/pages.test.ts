import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'
import { deskPlaces, deskTabs } from '#web/admin/places.ts'
import { pages, pagesOf } from '#web/beside/at-hand/pages.ts'
import routes from '#web/routes.ts'

/** Pages without a parameter that nobody looks for by name. */
const left = ['/favorites', '/account/messages/new', '/dev/ui', '/*']

function pathsIn(entries: readonly RouteConfigEntry[], before = ''): string[] {
  return entries.flatMap(({ path, index, children }) => {
    // A page with an optional id at its end is found without it.
    const own = path === undefined ? before : `${before}/${path.replace(/\/\*$/, '')}`
    const isPage = index || (path !== undefined && !children)
    return [...(isPage ? [own || '/'] : []), ...pathsIn(children ?? [], own)]
  })
}

const pathOf = (to: string) => to.replace(/[?#].*/, '')
const owner = { sitterId: null, roles: [] }
const sitter = { sitterId: '0c000000-0000-7000-8000-000000000002', roles: [] }

test('every page without a parameter can be found by name, and every entry leads to a page', () => {
  const own = pathsIn(routes).filter((path) => !path.includes(':') && !path.startsWith('/auth/'))
  const found = new Set([...pages, ...deskPlaces, ...deskTabs, ...pagesOf(owner)].map(({ to }) => pathOf(to)))
  expect(own.filter((path) => !found.has(path) && !left.includes(path))).toEqual([])
  const legal = [...found].filter((path) => path.startsWith('/legal/'))
  expect([...found].filter((path) => !own.includes(path) && !legal.includes(path))).toEqual([])
})

test('only sitters find the pages of sitters, and staff find those of the desk that their role may open', () => {
  const labels = (viewer: Parameters<typeof pagesOf>[0]) => pagesOf(viewer).map(({ label }) => label)
  expect(labels(owner)).toContain('Become a sitter')
  expect(labels(owner)).not.toContain('Earnings')
  expect(labels(sitter)).toEqual(expect.arrayContaining(['Earnings', 'Your sitter profile']))
  expect(labels(sitter)).not.toContain('Cases')
  expect(labels({ ...owner, roles: ['operator'] })).toContain('Cases')
  const ofModerator = labels({ ...owner, roles: ['moderator'] })
  expect(ofModerator).toContain('Reports')
  expect(ofModerator).not.toContain('Cases')
})

test('no two entries have the same label', () => {
  const labels = [...pages, ...deskPlaces, ...deskTabs].map(({ label }) => label)
  expect(labels).toEqual([...new Set(labels)])
})

test('no two pages open with the same letter', () => {
  const keys = [...pages, ...deskPlaces].flatMap(({ key }) => key ?? [])
  expect(keys).toEqual([...new Set(keys)])
})
