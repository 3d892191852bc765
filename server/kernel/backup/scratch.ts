import { hash } from 'node:crypto'
import pg from 'pg'
import { codeOf } from '#server/kernel/error-facts.ts'
import { StartError } from '#server/kernel/start-error.ts'

async function onServer<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * Runs the work with a new database on the same server, which is dropped afterwards. Its name belongs to the database
 * of `url`, so that one that was left by a killed process is found.
 */
export async function inScratchDatabase<T>(
  url: string,
  work: (scratchUrl: string) => Promise<T>,
): Promise<T> {
  const address = new URL(url)
  const name = `sitwell_check_${hash('sha256', decodeURIComponent(address.pathname), 'hex').slice(0, 12)}`
  const drop = () => onServer(url, (client) => client.query(`drop database if exists ${name} with (force)`))
  await drop()
  try {
    await onServer(url, (client) => client.query(`create database ${name} template template0`))
  } catch (error) {
    if (codeOf(error) !== '42501') throw error
    throw new StartError(
      'The backup is checked in a database of its own, which this database user may not create. Run "alter role <user> createdb" as an administrator of PostgreSQL, or give the check an empty database with --database <address>.',
      { cause: error },
    )
  }
  try {
    return await work(Object.assign(address, { pathname: `/${name}` }).href)
  } finally {
    await drop()
  }
}
