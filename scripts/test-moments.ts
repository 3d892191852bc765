// Runs the time-dependent checks at unusual times, and prints a table of moments and stages.
// `npm run test:moments -- leap-day unit` runs only the named moments and stages.
import { spawnSync } from 'node:child_process'
import { StartError } from '#server/kernel/start-error.ts'
import { buildWhenNeeded } from './build.ts'
import { moments, stages, selectionOf } from './moments.ts'

const wanted = readWords()
await buildWhenNeeded()
const results = wanted.moments.map((moment) => {
  const cells = wanted.stages.map((stage) => {
    const testNow = moments[moment]
    console.log(`\n##### ${moment} (${testNow}): ${stage}`)
    const started = performance.now()
    const { status } = spawnSync(process.execPath, ['scripts/test.ts', stage], {
      stdio: 'inherit',
      env: { ...process.env, TEST_NOW: testNow },
    })
    const seconds = Math.round((performance.now() - started) / 1000)
    return { passed: status === 0, words: `${status === 0 ? 'passed' : 'FAILED'} (${seconds} s)` }
  })
  return { moment, cells }
})

console.log(`\n| Moment | From | ${wanted.stages.map((stage) => stages[stage]).join(' | ')} |`)
console.log(`|---|---|${wanted.stages.map(() => '---').join('|')}|`)
for (const { moment, cells } of results)
  console.log(`| ${moment} | ${moments[moment]} | ${cells.map(({ words }) => words).join(' | ')} |`)
const failed = results.flatMap(({ cells }) => cells).filter(({ passed }) => !passed).length
console.log(failed === 0 ? '\nGreen at every moment' : `\n${failed} FAILED`)
process.exitCode = failed === 0 ? 0 : 1

function readWords() {
  try {
    return selectionOf(process.argv.slice(2))
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}
