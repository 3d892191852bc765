import type { Reporter, SerializedError, TestModule } from 'vitest/node'
import { recordFailure } from '../scripts/failures.ts'

const formatErrors = (errors: readonly SerializedError[]): string[] =>
  errors.map(({ message, stacks }) => {
    const place = stacks?.[0]
    return `${place ? `${place.file}:${place.line} ` : ''}${message}`
  })

/** Records for `npm test` what failed: tests, files and suites that could not run their tests, and unhandled errors. */
export default class BriefReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    for (const module of modules) {
      const { relativeModuleId: file, children } = module
      if (module.errors().length > 0) recordFailure(file, formatErrors(module.errors()))
      for (const suite of children.allSuites())
        if (suite.errors().length > 0)
          recordFailure(`${file} › ${suite.fullName}`, formatErrors(suite.errors()))
      for (const test of children.allTests('failed'))
        recordFailure(`${file} › ${test.fullName}`, formatErrors(test.result().errors ?? []))
    }
    if (unhandled.length > 0) recordFailure('Errors outside every test', formatErrors(unhandled))
  }
}
