import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import UiPage from '#web/dev/ui-page.tsx'

test('every component renders on the server without duplicate ids', () => {
  const html = renderToString(<UiPage />)
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
  expect(html.match(/<section id="/g)?.length).toBeGreaterThan(15)
  expect(ids).toContain('map')
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
})
