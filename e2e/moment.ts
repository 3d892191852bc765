import { type Browser, type BrowserContext, chromium, type LaunchOptions } from '@playwright/test'
import { sameMoment, shiftMs } from '#test/moment.ts'

/** Runs in the page before anything else: its clock is that of the tests, and goes on like the real one. */
function shiftClock(milliseconds: number): void {
  const RealDate = Date
  const now = () => RealDate.now() + milliseconds
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args: unknown[], newTarget) =>
      Reflect.construct(target, args.length > 0 ? args : [now()], newTarget) as Date,
    apply: () => new RealDate(now()).toString(),
    get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
  })
}

const withoutMoment = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value === undefined || name in sameMoment() ? [] : [[name, value]],
    ),
  )

/**
 * Chromium does not start under libfaketime, so it runs in the real time, and every page is given the moment of the tests.
 * Workers of a page keep the real time.
 */
export function givePagesTheMoment(): void {
  const shift = shiftMs()
  if (shift === 0) return
  const launch = chromium.launch.bind(chromium)
  chromium.launch = async (options?: LaunchOptions): Promise<Browser> => {
    const browser = await launch({ ...options, env: withoutMoment() })
    const newContext = browser.newContext.bind(browser)
    browser.newContext = async (...chosen): Promise<BrowserContext> => {
      const context = await newContext(...chosen)
      await context.addInitScript(shiftClock, shift)
      return context
    }
    return browser
  }
}
