import { expect, test } from 'vitest'
import {
  agreementMs,
  judge,
  type Look,
  mostJumpMs,
  settlingMs,
  type Watch,
} from '#server/kernel/jobs/clock-watch.ts'

const minute = 60_000
const day = 86_400_000
const start = Date.UTC(2026, 10, 24, 9)

/** Returns a machine that is checked repeatedly. */
function machine(lastRunMs: number | null = null) {
  let watch: Watch | null = null
  let look: Look = { atMs: start, uptimeMs: 1_000_000, databaseAtMs: start }
  const see = (changed: Partial<Look> = {}) => {
    look = { ...look, ...changed }
    watch = judge(watch, lastRunMs, look)
    return watch.doubt
  }
  return {
    see,
    /** Lets `ms` pass for all clocks; the clocks of machine and database additionally jump. */
    pass: (ms: number, { jump = 0, databaseJump = jump }: { jump?: number; databaseJump?: number } = {}) =>
      see({
        atMs: look.atMs + ms + jump,
        uptimeMs: look.uptimeMs + ms,
        databaseAtMs: look.databaseAtMs + ms + databaseJump,
      }),
    accept: () => {
      watch = { ...watch!, doubt: null, acceptedSkewMs: look.atMs - look.databaseAtMs }
    },
  }
}

test('a clock that agrees with the uptime is trusted, even after 30 days or a jump up to the limit', () => {
  const { see, pass } = machine()
  expect(see()).toBeNull()
  expect(pass(minute)).toBeNull()
  expect(pass(30 * day)).toBeNull()
  expect(pass(minute, { jump: mostJumpMs })).toBeNull()
  expect(pass(minute, { jump: -mostJumpMs })).toBeNull()
})

test('a clock that jumps together with the database’s is trusted again after an hour without a jump', () => {
  for (const jump of [30 * day, mostJumpMs + 1, -mostJumpMs - 1]) {
    const { see, pass } = machine()
    see()
    expect(pass(minute, { jump })).toMatchObject({ against: 'uptime', byMs: jump, neededMs: agreementMs })
    expect(pass(agreementMs - 1)).not.toBeNull()
    expect(pass(1)).toBeNull()
  }
})

test('jumping back counts as a jump too and restarts the hour', () => {
  const { see, pass } = machine()
  see()
  pass(minute, { jump: 30 * day })
  expect(pass(1.25 * minute, { jump: -30 * day })).toMatchObject({ against: 'uptime', byMs: -30 * day })
  expect(pass(agreementMs - 1)).not.toBeNull()
  expect(pass(1)).toBeNull()
})

test('a clock that differs from the database’s is distrusted until they have agreed for an hour', () => {
  const { see, pass } = machine()
  see()
  expect(pass(minute, { databaseJump: -30 * day })).toMatchObject({ against: 'database', byMs: 30 * day })
  expect(pass(2 * agreementMs)).toMatchObject({ against: 'database', agreedUptimeMs: null })
  expect(pass(minute, { databaseJump: 30 * day })).not.toBeNull()
  expect(pass(agreementMs - 1)).not.toBeNull()
  expect(pass(1)).toBeNull()
})

test('a skew that the operator accepts is trusted; a further jump is not', () => {
  const { see, pass, accept } = machine()
  see()
  pass(minute, { databaseJump: -30 * day })
  accept()
  expect(pass(minute)).toBeNull()
  expect(pass(minute, { databaseJump: -day })).toMatchObject({ against: 'database' })
})

test('a machine that was off waits five minutes after its start, or an hour if its clock jumps meanwhile', () => {
  const soon = machine(start - mostJumpMs)
  expect(soon.see()).toBeNull()
  const { see, pass } = machine(start - 2 * day)
  expect(see()).toMatchObject({ against: 'last_run', byMs: 2 * day, neededMs: settlingMs })
  expect(pass(settlingMs - 1)).not.toBeNull()
  expect(pass(1)).toBeNull()
  const wrong = machine(start - 2 * day)
  wrong.see()
  expect(wrong.pass(minute, { jump: day })).toMatchObject({ against: 'uptime', neededMs: agreementMs })
})

test('a clock that is before the last run at the start is distrusted for an hour', () => {
  const { see, pass } = machine(start + mostJumpMs + 1)
  expect(see()).toMatchObject({ against: 'last_run', neededMs: agreementMs })
  expect(pass(agreementMs)).toBeNull()
})
