// Quotes per second by the price rules only and by the endpoint over HTTP, compared with `node:http` with the same
// bytes.
// npm run bench:quotes -- --seconds 3 --rounds 5
import { createServer } from 'node:http'
import { parseArgs } from 'node:util'
import { Settings } from '#contract/settings.ts'
import { Rates } from '#contract/sitters/sitters.ts'
import { planBooking } from '#server/bookings/money/plan.ts'
import { priceBooking } from '#server/bookings/money/price.ts'
import { refundableOf, refundSchedule } from '#server/bookings/money/refund.ts'
import { addDays } from '#server/kernel/day.ts'
import { systemClock } from '#server/kernel/clock.ts'
import { buildSitter, exampleRates } from '#test/booking-fixture.ts'
import { buildAccounts, buildPlaces } from '#test/build.ts'
import { dublin, sam } from '#test/cast.ts'
import { openBenchmark } from './benchmark.ts'
import { inParallel, type Measured, median, quantile, readPlan, formatInteger } from './measure.ts'
import { serveNewDatabase } from './fixture.ts'

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '3' }, rounds: { type: 'string', default: '5' } },
})
const { seconds, rounds } = readPlan(values)
const clients = 8

const startOn = addDays(systemClock().toISOString().slice(0, 10), 30)
const stay = { startOn, startTime: '15:00', endOn: addDays(startOn, 8), endTime: '19:00' }
const settings = Settings.parse({})
const rates = Rates.parse(exampleRates)

/**
 * The endpoint's computation after reading its rows: the plan of eight nights with two dogs, its price and its refunds.
 */
function quoteByRules(): number {
  const now = systemClock()
  const service = 'boarding' as const
  const terms = { timeZone: dublin.timeZone, now, noticeHours: 24, rates, settings }
  const planned = planBooking({ service, ...stay }, terms)
  if ('refusal' in planned) throw new Error(planned.refusal.detail)
  const price = priceBooking({
    service,
    rates,
    pets: [
      { id: 'rex', species: 'dog', birthOn: null },
      { id: 'pip', species: 'dog', birthOn: null },
    ],
    units: planned.plan.units,
    startTime: stay.startTime,
    endTime: stay.endTime,
    addOns: [],
    holidays: [],
    pair: { repeat: false, invited: false },
    settings,
  })
  const refundable = refundableOf(planned.plan, price, {
    policy: 'moderate',
    terms: settings.policy,
    confirmedAt: null,
    checkedInAt: null,
  })
  return price.total + refundSchedule(refundable, now).length
}

/** Many quotes per measurement, so that the cost of the clock is negligible. */
const batch = 100

async function measureRules(): Promise<Measured> {
  const { rate, milliseconds } = await inParallel(1, seconds, async () => {
    for (let count = 0; count < batch; count++) if (quoteByRules() <= 0) throw new Error('A quote of nothing')
  })
  return { rate: rate * batch, milliseconds: milliseconds.map((value) => value / batch) }
}

const { onEnd, runRounds, end } = openBenchmark()
const served = await serveNewDatabase(16)
onEnd(served.close)
await buildPlaces(served.db)
await buildAccounts(served.db, sam)
const sitterId = await buildSitter(served.db, sam)
const pet = { name: 'Rex', species: 'dog', weightKg: 12, birthOn: '2021-06-01', neutered: true }
const body = JSON.stringify({ sitterId, service: 'boarding', ...stay, pets: [pet, { ...pet, name: 'Pip' }] })

async function requestQuote(url: string): Promise<string> {
  const answer = await fetch(`${url}/v1/bookings/calculate-cost`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`The quote was refused: ${text}`)
  return text
}

const bytes = await requestQuote(served.url)
const bare = createServer((request, response) => {
  request.resume()
  request.once('end', () =>
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(bytes),
  )
})
await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve))
onEnd(() => {
  bare.closeAllConnections()
  bare.close()
})
const address = bare.address()
if (typeof address !== 'object' || !address) throw new Error('The bare server has no port')
const bareUrl = `http://127.0.0.1:${address.port}`

const measure = (url: string) =>
  inParallel(clients, seconds, async () => {
    await requestQuote(url)
  })

type Round = { rules: Measured; bare: Measured; http: Measured }
const measureRound = async (): Promise<Round> => ({
  rules: await measureRules(),
  bare: await measure(bareUrl),
  http: await measure(served.url),
})

const results = await runRounds(rounds, measureRound)
const row = (what: string, name: keyof Round) => {
  const all = results.flatMap((round) => round[name].milliseconds)
  const rate = median(results.map((round) => round[name].rate))
  const ratio = median(results.map((round) => round[name].rate / round.bare.rate))
  console.log(
    `| ${what} | ${formatInteger(rate)} | ${ratio.toFixed(2)} | ${quantile(all, 0.5).toFixed(3)} | ${quantile(all, 0.99).toFixed(3)} |`,
  )
}
console.log(
  `\nMedians of ${results.length} rounds of ${seconds} s, ${clients} clients in the process they measure; ${bytes.length} bytes an answer\n`,
)
console.log('| What | per second | ratio | p50 ms | p99 ms |\n|---|---|---|---|---|')
row('bare `node:http`, the same bytes', 'bare')
row('quote over HTTP, rows read from PostgreSQL', 'http')
row('plan, price and refunds, no HTTP and no rows, one after the other', 'rules')
await end()
