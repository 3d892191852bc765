import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

const maxLength = 700
const mostShown = 12

/** Records a failure for the last lines of `npm test`, because logs of a run are often truncated to their end. */
export function recordFailure(title: string, messages: string[]): void {
  const file = process.env['FAILURES_FILE']
  if (!file) return
  const lines = messages.map((message) => stripVTControlCharacters(message).slice(0, maxLength))
  appendFileSync(file, `${JSON.stringify([title, ...lines].join('\n'))}\n`)
}

/** Creates the file to which `noteFailure` writes in every child process. */
export function collectFailures(): { print: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'sitwell-failures-'))
  const file = join(folder, 'failures.jsonl')
  process.env['FAILURES_FILE'] = file
  return {
    print() {
      const failures = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
      for (const line of failures.slice(0, mostShown)) console.log(`\n${String(JSON.parse(line))}`)
      if (failures.length > mostShown) console.log(`\nand ${failures.length - mostShown} more`)
      rmSync(folder, { recursive: true })
    },
  }
}
