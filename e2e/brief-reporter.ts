import { basename } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'

const longest = 700

/** Says once more at the very end, in a few lines each, what failed and where: often the end is all that is kept. */
export default class BriefReporter implements Reporter {
  readonly #failures: string[] = []

  onTestEnd(test: TestCase, result: TestResult): void {
    if (result.status === 'passed' || result.status === 'skipped') return
    const words = result.errors.map(({ message, location }) => {
      const where = location ? `${basename(location.file)}:${location.line} ` : ''
      return where + stripVTControlCharacters(message ?? '').slice(0, longest)
    })
    this.#failures.push([test.titlePath().filter(Boolean).join(' › '), ...words].join('\n'))
  }

  onEnd(): void {
    if (this.#failures.length > 0) console.log(`\n${this.#failures.join('\n\n')}`)
  }

  printsToStdio(): boolean {
    return true
  }
}
