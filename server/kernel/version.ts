import { readFileSync } from 'node:fs'
import { z } from 'zod'

const Package = z.object({ version: z.string() })

/** The version of this installation, as in its package.json. */
export const { version } = Package.parse(
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')),
)
