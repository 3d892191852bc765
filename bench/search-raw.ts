import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'

const Value = z.union([z.string(), z.number(), z.boolean(), z.null()])
export const Statement = z.object({
  text: z.string(),
  values: z.array(z.union([Value, z.date(), z.array(Value)])),
})
export type Statement = z.infer<typeof Statement>

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** Formats a value as a quoted literal, as the driver would send it. */
function literal(value: Statement['values'][number]): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return quoted(`{${value.map((one) => JSON.stringify(String(one))).join(',')}}`)
  return quoted(value instanceof Date ? value.toISOString() : String(value))
}

const written = ({ text, values }: Statement): string =>
  text
    .replaceAll(/\$(\d+)/g, (_, place: string) => literal(values[Number(place) - 1]!))
    .replaceAll(/\s+/g, ' ')

/**
 * Runs the statements of these searches in turn with pgbench on one connection, prepared; returns the milliseconds of
 * each turn.
 */
export async function repeatByPgbench(
  databaseUrl: string,
  searches: readonly (readonly Statement[])[],
  seconds: number,
): Promise<number[]> {
  const folder = await mkdtemp(join(tmpdir(), 'sitwell-raw-'))
  try {
    const files = searches.map((_, index) => join(folder, `search-${index}.sql`))
    for (const [index, statements] of searches.entries())
      await writeFile(files[index]!, statements.map((one) => `${written(one)};\n`).join(''))
    const options = [
      '-n',
      '-M',
      'prepared',
      '-c',
      '1',
      '-T',
      String(seconds),
      '-l',
      '--log-prefix',
      join(folder, 'log'),
    ]
    const child = spawn('pgbench', [...options, ...files.flatMap((file) => ['-f', file]), databaseUrl], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let complaint = ''
    child.stderr.on('data', (chunk: Buffer) => {
      complaint += chunk.toString()
    })
    const code = await new Promise((resolve, reject) => child.once('close', resolve).once('error', reject))
    if (code !== 0) throw new Error(`pgbench ended with ${String(code)}: ${complaint}`)
    const log = (await readdir(folder)).find((name) => name.startsWith('log'))
    const lines = (await readFile(join(folder, log!), 'utf8')).trim().split('\n')
    // Format of a line: client, transaction, microseconds, …
    return lines.map((line) => Number(line.split(' ')[2]) / 1000)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
