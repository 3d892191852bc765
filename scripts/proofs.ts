// Runs the long form of the proofs with their positive controls, and prints a table of the measurements.
import { spawn } from 'node:child_process'
import { mkdtempSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { buildWhenNeeded } from './build.ts'

await buildWhenNeeded()
const folder = mkdtempSync(join(tmpdir(), 'sitwell-proofs-'))
const notes = join(folder, 'notes.jsonl')
const started = performance.now()
const args = ['run', '--config', 'test/proofs/vitest.config.ts', ...process.argv.slice(2)]
const child = spawn('vitest', args, {
  stdio: 'inherit',
  env: { ...process.env, PROOFS: 'long', PROOFS_NOTES: notes },
})
const code = await new Promise<number>((resolve) => child.once('exit', (status) => resolve(status ?? 1)))

console.log('\n| Proof or control | What was seen |\n|---|---|')
const Note = z.object({ proof: z.string(), figures: z.string() })
const lines = existsSync(notes) ? readFileSync(notes, 'utf8').trim().split('\n') : []
for (const line of lines) {
  const { proof, figures } = Note.parse(JSON.parse(line))
  console.log(`| ${proof} | ${figures} |`)
}
const minutes = ((performance.now() - started) / 60_000).toFixed(1)
console.log(`\n${code === 0 ? 'Every proof holds' : 'A PROOF FAILED'}, after ${minutes} minutes`)
rmSync(folder, { recursive: true, force: true })
process.exitCode = code
