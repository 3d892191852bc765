import { globSync } from 'node:fs'
import { installPackages } from './packages.ts'

const library = () => globSync('/usr/lib/*/faketime/libfaketime.so.1')[0]

/**
 * What a program needs in its environment to take `TEST_NOW` for the moment at which the tests began; nothing without it.
 * Every program is given the same distance from the real clock, so servers, databases and tests agree, and time goes on.
 */
export function environmentAt(testNow: string | undefined): Record<string, string> {
  if (!testNow) return {}
  const wanted = Date.parse(testNow)
  if (Number.isNaN(wanted))
    throw new Error(`TEST_NOW is "${testNow}". Write a moment such as 2028-02-29T12:00:00Z.`)
  if (!library()) installPackages('libfaketime')
  const path = library()
  if (!path)
    throw new Error('TEST_NOW needs libfaketime. Install the package "libfaketime", or leave TEST_NOW out.')
  const seconds = Math.round((wanted - Date.now()) / 1000)
  return {
    LD_PRELOAD: path,
    FAKETIME: `${seconds < 0 ? '' : '+'}${seconds}s`,
    // Durations stay real, and PostgreSQL runs as another user who cannot open shared memory of this one.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    DONT_FAKE_MONOTONIC: '1',
    FAKETIME_DISABLE_SHM: '1',
    NO_FAKE_STAT: '1',
  }
}
