import { expect, test, vi } from 'vitest'

test('creates no formatter before one is used, because each takes milliseconds on a slow phone', async () => {
  const created = (['DateTimeFormat', 'NumberFormat', 'DisplayNames'] as const).map((name) =>
    vi.spyOn(Intl, name),
  )
  vi.resetModules()
  const { formatDay, formatKilometres, formatLanguage } = await import('#web/format.ts')
  for (const one of created) expect(one).not.toHaveBeenCalled()
  expect(formatDay('2026-12-15')).toBe('Tue 15 Dec')
  expect(formatKilometres(1.25)).toBe('1.3 km')
  expect(formatLanguage('pt')).toBe('Portuguese')
  for (const one of created) expect(one).toHaveBeenCalledOnce()
})
