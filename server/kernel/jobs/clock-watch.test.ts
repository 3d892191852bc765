import { expect, test } from 'vitest'
import {
  agreementMs,
  assessClock,
  type ClockReading,
  maxJumpMs,
  settlingMs,
  type WatchState,
} from '#server/kernel/jobs/clock-watch.ts'

const minute = 60_000
const day = 86_400_000
const start = Date.UTC(2026, 10, 24, 9)

/** Returns a machine that is checked repeatedly. */
function machine(lastRunMs: number | null = null) {
  let watch: WatchState | null = null
  let reading: ClockReading = { atMs: start, uptimeMs: 1_000_000, databaseAtMs: start }
  const check = (changed: Partial<ClockReading> = {}) => {
    reading = { ...reading, ...changed }
    watch = assessClock(watch, lastRunMs, reading)
    return watch.doubt
  }
  return {
    check: check,
    /** Lets `ms` pass for all clocks; the clocks of machine and database additionally jump. */
    advance: (ms: number, { jump = 0, databaseJump = jump }: { jump?: number; databaseJump?: number } = {}) =>
      check({
        atMs: reading.atMs + ms + jump,
        uptimeMs: reading.uptimeMs + ms,
        databaseAtMs: reading.databaseAtMs + ms + databaseJump,
      }),
    accept: () => {
      watch = { ...watch!, doubt: null, acceptedSkewMs: reading.atMs - reading.databaseAtMs }
    },
  }
}

test('a clock that agrees with the uptime is trusted, even after 30 days or a jump up to the limit', () => {
  const { check, advance } = machine()
  expect(check()).toBeNull()
  expect(advance(minute)).toBeNull()
  expect(advance(30 * day)).toBeNull()
  expect(advance(minute, { jump: maxJumpMs })).toBeNull()
  expect(advance(minute, { jump: -maxJumpMs })).toBeNull()
})

test('a clock that jumps together with the database’s is trusted again after an hour without a jump', () => {
  for (const jump of [30 * day, maxJumpMs + 1, -maxJumpMs - 1]) {
    const { check, advance } = machine()
    check()
    expect(advance(minute, { jump })).toMatchObject({ against: 'uptime', byMs: jump, neededMs: agreementMs })
    expect(advance(agreementMs - 1)).not.toBeNull()
    expect(advance(1)).toBeNull()
  }
})

test('jumping back counts as a jump too and restarts the hour', () => {
  const { check, advance } = machine()
  check()
  advance(minute, { jump: 30 * day })
  expect(advance(1.25 * minute, { jump: -30 * day })).toMatchObject({ against: 'uptime', byMs: -30 * day })
  expect(advance(agreementMs - 1)).not.toBeNull()
  expect(advance(1)).toBeNull()
})

test('a clock that differs from the database’s is distrusted until they have agreed for an hour', () => {
  const { check, advance } = machine()
  check()
  expect(advance(minute, { databaseJump: -30 * day })).toMatchObject({ against: 'database', byMs: 30 * day })
  expect(advance(2 * agreementMs)).toMatchObject({ against: 'database', agreedUptimeMs: null })
  expect(advance(minute, { databaseJump: 30 * day })).not.toBeNull()
  expect(advance(agreementMs - 1)).not.toBeNull()
  expect(advance(1)).toBeNull()
})

test('a skew that the operator accepts is trusted; a further jump is not', () => {
  const { check, advance, accept } = machine()
  check()
  advance(minute, { databaseJump: -30 * day })
  accept()
  expect(advance(minute)).toBeNull()
  expect(advance(minute, { databaseJump: -day })).toMatchObject({ against: 'database' })
})

test('a machine that was off waits five minutes after its start, or an hour if its clock jumps meanwhile', () => {
  const soon = machine(start - maxJumpMs)
  expect(soon.check()).toBeNull()
  const { check, advance } = machine(start - 2 * day)
  expect(check()).toMatchObject({ against: 'last_run', byMs: 2 * day, neededMs: settlingMs })
  expect(advance(settlingMs - 1)).not.toBeNull()
  expect(advance(1)).toBeNull()
  const wrong = machine(start - 2 * day)
  wrong.check()
  expect(wrong.advance(minute, { jump: day })).toMatchObject({ against: 'uptime', neededMs: agreementMs })
})

test('a clock that is before the last run at the start is distrusted for an hour', () => {
  const { check, advance } = machine(start + maxJumpMs + 1)
  expect(check()).toMatchObject({ against: 'last_run', neededMs: agreementMs })
  expect(advance(agreementMs)).toBeNull()
})
