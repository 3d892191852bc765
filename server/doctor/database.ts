import type { Examination, WithDatabase } from '#server/doctor/check.ts'
import { count, fault, type Finding, notConfigured, ok, warning } from '#server/doctor/finding.ts'
import { requireReadableKeys } from '#server/identity/commands.ts'
import { identityOptions } from '#server/identity/options.ts'
import { stopwatch } from '#server/kernel/clock.ts'
import { readDatabase, readReplica } from '#server/kernel/db/inspection.ts'
import { missingMigrations } from '#server/kernel/db/migrate.ts'
import { messageOf } from '#server/kernel/error-facts.ts'
import { StartError } from '#server/kernel/start-error.ts'

const oldestServer = 150_000
/** From this share of the allowed connections on, the next server may not get any. */
const mostUsed = 0.85

export async function database({ database }: Examination): Promise<Finding> {
  if (typeof database === 'string')
    return fault(
      database,
      'Check DATABASE_URL or DATA_DIR, and that PostgreSQL runs and lets this machine in.',
    )
  const startedAt = stopwatch()
  const { version, versionNumber, connections, mostConnections } = await readDatabase(database.deps.db)
  const ms = Math.round(stopwatch() - startedAt)
  if (versionNumber < oldestServer)
    return fault(`PostgreSQL ${version} is too old.`, 'Upgrade to PostgreSQL 15 or newer.')
  const says = `PostgreSQL ${version} answers in ${ms} ms; ${connections} of ${mostConnections} connections are used.`
  return connections > mostUsed * mostConnections
    ? warning(says, 'Raise max_connections; “Several machines” says how many each server opens.')
    : ok(says)
}

export async function migrations({ url }: WithDatabase): Promise<Finding> {
  try {
    const missing = await missingMigrations(url)
    if (missing.length === 0) return ok('All migrations of this version are applied.')
    return warning(
      `${count(missing.length, 'migration')} of this version ${missing.length === 1 ? 'is' : 'are'} not applied.`,
      'Start the server, which applies them.',
    )
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return fault(error.message, 'The server does not start before that.')
  }
}

/** Whether the secret is the one with which the keys in the database were encrypted. */
export async function secret({ config, deps }: WithDatabase): Promise<Finding> {
  if (config.hosted) return notConfigured('People sign in at the hosted service, so there are no keys here.')
  try {
    await requireReadableKeys(deps.db, identityOptions(config))
    return ok('SECRET decrypts the keys in the database.')
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return fault(error.message, 'See “What SECRET seals” in OPERATING.md.')
  }
}

async function stateOfReplica(url: string, number: number, { config, deps }: WithDatabase): Promise<Finding> {
  const { cluster } = await readDatabase(deps.db)
  const advice = 'Searches use the primary until it is back; look into the log of this replica.'
  try {
    const replica = await readReplica(url)
    if (!replica.isReplica)
      return fault(
        `Replica ${number} is no replica.`,
        'Name streaming replicas of DATABASE_URL in DATABASE_READ_URL.',
      )
    if (replica.cluster !== cluster)
      return fault(`Replica ${number} follows another database.`, 'Let it follow the one of DATABASE_URL.')
    const lag = Math.round(replica.lagSeconds)
    if (lag > config.readMaxLagSeconds)
      return warning(`Replica ${number} is ${count(lag, 'second')} behind.`, advice)
    return ok(`Replica ${number} is up to date.`)
  } catch (error) {
    return fault(`Replica ${number} does not answer: ${messageOf(error)}.`, advice)
  }
}

/** Reports the worst replica first. */
export async function replicas(input: WithDatabase): Promise<Finding> {
  const { readUrls } = input.config
  if (readUrls.length === 0) return notConfigured('DATABASE_READ_URL names no replicas.')
  const found = await Promise.all(readUrls.map((url, index) => stateOfReplica(url, index + 1, input)))
  const worst = found.find(({ state }) => state === 'fault') ?? found.find(({ state }) => state === 'warning')
  const says = found.map((one) => one.says).join(' ')
  return worst ? { ...worst, says } : ok(says)
}
