import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDb } from '#test/db.ts'
import { z } from 'zod'
import { isLong, note } from './plan.ts'
import { serverZones } from './zones-plan.ts'

const ServerAnswers = z.object({
  answers: z.record(
    z.string(),
    z.looseObject({
      quoted: z.looseObject({ units: z.int() }),
      cancelled: z.looseObject({ payment: z.looseObject({ refunded: z.int() }) }),
    }),
  ),
  naive: z.record(z.string(), z.string()),
})
type ServerAnswers = z.infer<typeof ServerAnswers>

/** Runs a server whose machine is set to the time zone, and returns its answers. */
async function runServerIn(timeZone: string): Promise<ServerAnswers> {
  const { url, drop } = await createTestDb()
  onTestFinished(drop)
  const args = ['--disable-warning=ExperimentalWarning', 'test/proofs/zones-child.ts', url]
  const { stdout } = await promisify(execFile)(process.execPath, [...args, isLong ? 'long' : 'short'], {
    env: { ...process.env, TZ: timeZone },
    maxBuffer: 64 * 1024 * 1024,
  })
  return ServerAnswers.parse(JSON.parse(stdout))
}

test('quotes, refunds and times are the same in every server time zone; those of a naive server differ', async () => {
  const [first, ...others] = await Promise.all(serverZones.map(runServerIn))
  for (const other of others) expect(other.answers).toEqual(first!.answers)

  const all = Object.entries(first!.answers)
  for (const [name, { quoted }] of all) expect(quoted.units, name).toBe(3)
  for (const [name, { cancelled }] of all) expect(cancelled.payment.refunded, name).toBeGreaterThan(0)
  note(
    `${all.length} bookings asked, confirmed and cancelled under TZ ${serverZones.join(', ')}`,
    'every price, refund and instant is the same',
  )

  const moments = new Set([first!, ...others].map(({ naive }) => JSON.stringify(naive)))
  note(
    'Control: the clock of the machine is believed',
    `${moments.size} answers in ${serverZones.length} places`,
  )
  expect(moments.size).toBe(serverZones.length)
})
