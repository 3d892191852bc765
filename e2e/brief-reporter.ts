import { basename } from 'node:path'
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'
import { recordFailure } from '../scripts/failures.ts'

/** Records for `npm test` which browser tests failed, and where. */
export default class BriefReporter implements Reporter {
  onTestEnd(test: TestCase, result: TestResult): void {
    if (result.status === 'passed' || result.status === 'skipped') return
    const messages = result.errors.map(({ message, location }) => {
      const where = location ? `${basename(location.file)}:${location.line} ` : ''
      return where + (message ?? '')
    })
    recordFailure(test.titlePath().filter(Boolean).join(' › '), messages)
  }

  printsToStdio(): boolean {
    return false
  }
}
