import { type Config, readConfig } from '#server/config/config.ts'
import { checks } from '#server/doctor/checks.ts'
import { type Examined, examine } from '#server/doctor/examine.ts'
import { systemClock } from '#server/kernel/clock.ts'
import { openDb } from '#server/kernel/db/db.ts'
import { messageOf } from '#server/kernel/error-facts.ts'
import { createLog } from '#server/kernel/log.ts'
import { openDns } from '#server/kernel/outside/dns.ts'
import { hasDatabase } from '#server/kernel/postgres/installation.ts'
import { StartError } from '#server/kernel/start-error.ts'
import { openStorage } from '#server/kernel/storage/open.ts'
import { join } from 'node:path'
import { type ReportCommand, wrongWord } from './operator-command.ts'

type Connect = Parameters<ReportCommand['report']>[0]['connect']

function readNames(option: string | boolean | undefined): string[] | undefined {
  if (typeof option !== 'string') return undefined
  const names = option.split(',').map((name) => name.trim())
  const unknown = names.find((name) => !checks.some((check) => check.name === name))
  if (unknown !== undefined)
    throw wrongWord('--only', `Use names of checks: ${checks.map(({ name }) => name).join(', ')}`, unknown)
  return names
}

function readSettings(environment: Record<string, string | undefined>, root: string): Config | string {
  try {
    return readConfig(environment, root)
  } catch (error) {
    if (error instanceof StartError) return error.message
    throw error
  }
}

/** Opens the database for the checks; without one, says why. */
async function openDatabase(config: Config | string, connect: Connect) {
  const none = (database: string) => ({ database, stop: async () => {} })
  if (typeof config === 'string') return none('The settings have mistakes, so no database was asked.')
  const folder = join(config.dataDir, 'postgres')
  if (!config.databaseUrl && !hasDatabase(folder)) return none(`There is no database in ${folder}.`)
  try {
    const { url, stop } = await connect(config)
    const db = openDb(url, { max: 4 })
    const deps = {
      db,
      now: systemClock,
      enqueue: () => Promise.reject(new Error('The checks have no queue.')),
      log: createLog('silent'),
      site: config.site,
      storage: openStorage(config.storage),
    }
    const close = async () => {
      await db.destroy()
      await stop()
    }
    try {
      await db.selectNoFrom((eb) => eb.lit(1).as('one')).execute()
    } catch (error) {
      await close()
      throw error
    }
    return { database: { url, deps }, stop: close }
  } catch (error) {
    return none(`The database does not answer: ${messageOf(error)}.`)
  }
}

const widthOf = (texts: readonly string[]) => Math.max(...texts.map((text) => text.length))

/** One line for each check. */
function linesOf(found: readonly Examined[]): string {
  const widths = {
    state: widthOf(found.map(({ state }) => state)),
    name: widthOf(found.map(({ name }) => name)),
  }
  return found
    .map(({ state, name, says, advice }) =>
      [state.padEnd(widths.state), name.padEnd(widths.name), [says, advice].filter(Boolean).join(' ')].join(
        '  ',
      ),
    )
    .join('\n')
}

export const doctor: ReportCommand = {
  usage: '[--only <names>] [--json]',
  does: 'Check the installation and say what to do about each finding; exits with 1 if there is a fault',
  options: { only: { type: 'string' }, json: { type: 'boolean' } },
  async report({ environment, root, options, connect }) {
    const names = readNames(options['only'])
    const config = readSettings(environment, root)
    const { database, stop } = await openDatabase(config, connect)
    try {
      const outside = { dns: openDns(), plainPort: 80 }
      const found = await examine({ environment, root, config, database, now: systemClock, outside }, names)
      const text = options['json'] ? JSON.stringify(found, null, 2) : linesOf(found)
      return { text, isBad: found.some(({ state }) => state === 'fault') }
    } finally {
      await stop()
    }
  },
}
