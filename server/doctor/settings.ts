import { readConfig } from '#server/config/config.ts'
import type { Environment, Examination } from '#server/doctor/check.ts'
import { fault, type Finding, ok, warning } from '#server/doctor/finding.ts'
import { StartError } from '#server/kernel/start-error.ts'

/** Returns the mistakes in these settings as one line; undefined if there are none. */
function mistakesIn(environment: Environment, root: string): string | undefined {
  try {
    readConfig(environment, root)
    return undefined
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    const [head = '', ...lines] = error.message.split('\n')
    return lines.map((line) => line.trim()).join(' ') || head
  }
}

/** Reports mistakes, and what a public site needs that is missing. */
export function settings({ environment, root, config }: Examination): Finding {
  if (typeof config === 'string')
    return fault(
      mistakesIn(environment, root) ?? config,
      'Correct them; the server does not start with them.',
    )
  if (config.production) return ok('All settings are valid, and nothing that production needs is missing.')
  const missing = mistakesIn({ ...environment, NODE_ENV: 'production' }, root)
  return warning(
    missing ? `This is development; a public site also needs: ${missing}` : 'This is development.',
    'Set NODE_ENV=production for a public site.',
  )
}
