import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { defaultHash, defaultLimits } from '#server/identity/options.ts'

const page = readFileSync(new URL('../SECURITY.md', import.meta.url), 'utf8')
const rows = [...page.matchAll(/^\| (\d+\.\d+\.\d+) \| ([123]) \| (.+?) \| (.+?) \| (.+) \|$/gm)].map(
  ([, number, , , met, where]) => ({ number: number!, met: met!, where: where! }),
)

/** The number of requirements in each section of the chapters. */
const sections: Record<string, number> = {
  '6.1': 3,
  '6.2': 12,
  '6.3': 8,
  '6.4': 6,
  '6.5': 8,
  '6.6': 4,
  '6.7': 2,
  '6.8': 4,
  '7.1': 3,
  '7.2': 4,
  '7.3': 2,
  '7.4': 5,
  '7.5': 3,
  '7.6': 2,
  '9.1': 3,
  '9.2': 4,
  '10.1': 2,
  '10.2': 3,
  '10.3': 5,
  '10.4': 16,
  '10.5': 5,
  '10.6': 2,
  '10.7': 3,
}

test('SECURITY.md lists every requirement once, in order, as yes, part, no or n/a', () => {
  const expected = Object.entries(sections).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
  )
  expect(rows.map(({ number }) => number)).toEqual(expected)
  expect(rows.filter(({ met }) => !['yes', 'part', 'no', 'n/a'].includes(met))).toEqual([])
})

test('every file mentioned in SECURITY.md exists', () => {
  const named = [...page.matchAll(/`((?:server|web|test|scripts|e2e)\/[\w./-]+)`/g)].map(([, file]) => file!)
  expect(named.length).toBeGreaterThan(40)
  expect(named.filter((file) => !existsSync(new URL(`../${file}`, import.meta.url)))).toEqual([])
})

const secondsOf = new Map([
  ['minutes', 60],
  ['hour', 3_600],
  ['day', 86_400],
])

test('the limits stated in SECURITY.md match the service’s defaults', () => {
  const {
    signInPerAccountAndNet: pair,
    signInPerNet: net,
    signInPerAccount: account,
    signUpPerNet,
  } = defaultLimits
  for (const [words, limit] of [
    ['10 in 15 minutes', pair],
    ['50 in 15 minutes', net],
    ['100 a day', account],
    ['10 an hour', signUpPerNet],
    ['20 in 10 minutes', defaultLimits.codePerNet],
    ['60 in 10 minutes each', defaultLimits.federatedPerNet],
  ] as const) {
    const [, points, , unit = ''] = /^(\d+) (?:in|an|a) (?:(\d+) )?(minutes|hour|day)/.exec(words)!
    const count = Number(/in (\d+) /.exec(words)?.[1] ?? 1)
    expect([words, limit]).toEqual([words, { points: Number(points), seconds: count * secondsOf.get(unit)! }])
    expect(page).toContain(words)
  }
  expect(page).toContain(`${defaultHash.concurrency}; ${defaultHash.queue} |`)
})
