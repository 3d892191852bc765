import { expect, test } from 'vitest'
import { showPolicyExample } from '#contract/bookings/policies.ts'
import { bookingFixture, refusalOf, send } from '#test/booking-fixture.ts'

test('the policy example lists the refund steps of each policy, and invalid dates or time zones are refused', async () => {
  const { deps } = await bookingFixture()
  const example = (query: object) => send(deps, showPolicyExample, null, { query })

  const { items, currency, timeZone } = await example({
    startOn: '2026-12-18',
    endOn: '2026-12-21',
    timeZone: 'Europe/Dublin',
  })

  expect([currency, timeZone]).toEqual(['EUR', 'Europe/Dublin'])
  expect(items.map(({ policy, total, steps }) => [policy, total, steps[0]])).toEqual([
    ['flexible', 330_00, { until: '2026-12-17T12:00:00.000Z', refund: 330_00 }],
    ['moderate', 330_00, { until: '2026-12-15T12:00:00.000Z', refund: 330_00 }],
    ['strict', 330_00, { until: '2026-12-11T12:00:00.000Z', refund: 330_00 }],
    ['per_unit_24h', 330_00, { until: '2026-12-17T09:00:00.000Z', refund: 330_00 }],
  ])
  for (const { steps } of items) expect(steps.at(-1)!.until).toBeNull()
  expect(await refusalOf(example({ startOn: '2026-12-18', endOn: '2026-12-18' }))).toMatchObject({
    code: 'dates-refused',
  })
  expect(await refusalOf(example({ startOn: '2028-12-18', endOn: '2028-12-19' }))).toMatchObject({
    code: 'dates-refused',
  })
  expect(
    await refusalOf(example({ startOn: '2026-12-18', endOn: '2026-12-20', timeZone: 'Mars/Base' })),
  ).toMatchObject({
    code: 'request-invalid',
    errors: [{ path: 'timeZone' }],
  })
})
