import { expect, type Page } from '@playwright/test'
import { ignoreInteraction, isComplete } from './people.ts'

/** The most that a first visit may request until the network is idle; `kilobytes` of code, styles and fonts, as sent. */
export type Budget = { requests: number; scripts: number; kilobytes: number }

/**
 * Pictures, whose number depends on the data, are not counted. A name with rarer letters loads one font more, of 11 kB,
 * for which the budgets leave room.
 */
const counted = ['document', 'script', 'stylesheet', 'font', 'fetch', 'xhr']
const isCode = (type: string) => ['script', 'stylesheet', 'font'].includes(type)

/** Visits a page and waits until it is complete, quiet and `seen`. */
export async function visit(page: Page, path: string, seen?: () => Promise<void>): Promise<Budget> {
  await page.addInitScript(ignoreInteraction)
  const requests: { type: string; bytes: Promise<number> }[] = []
  page.on('requestfinished', (request) => {
    const type = request.resourceType()
    if (counted.includes(type))
      requests.push({ type, bytes: request.sizes().then(({ responseBodySize }) => responseBodySize) })
  })
  await page.goto(path)
  await isComplete(page)
  await seen?.()
  await page.waitForLoadState('networkidle')
  const codes = requests.filter(({ type }) => isCode(type))
  const bytes = (await Promise.all(codes.map((one) => one.bytes))).reduce((sum, size) => sum + size, 0)
  return {
    requests: requests.length,
    scripts: requests.filter(({ type }) => type === 'script').length,
    kilobytes: Math.ceil(bytes / 1000),
  }
}

export const check = (path: string, found: Budget, budget: Budget) => {
  const { requests, scripts, kilobytes } = found
  console.log(
    `First visit of ${path}: ${requests} requests of ${budget.requests}, ${scripts} scripts of ${budget.scripts}, ${kilobytes} kB of code and fonts of ${budget.kilobytes}`,
  )
  expect.soft(requests, path).toBeLessThanOrEqual(budget.requests)
  expect.soft(scripts, path).toBeLessThanOrEqual(budget.scripts)
  expect.soft(kilobytes, path).toBeLessThanOrEqual(budget.kilobytes)
}
