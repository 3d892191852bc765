import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type CopyHead, readCopies, verifiedNameOf } from '#server/backups/copies.ts'
import { type Destination, openDestination, readHeads } from '#server/backups/destination.ts'
import { makeBackup } from '#server/backups/make.ts'
import { type Head, names } from '#server/backups/manifest.ts'
import { causeOf, noteVerified, noteVerifyFailure } from '#server/backups/outcome.ts'
import { findSecrets, restoreBackup, verifyBackup } from '#server/backups/recovery.ts'
import { restoreNamedFiles, restoreUntil } from '#server/backups/rewind.ts'
import { scratchFolderOf, type VerifiedLog, verifyLog, verifyUntil } from '#server/backups/verify-log.ts'
import type { Secrets } from '#server/backups/secrets.ts'
import { readVerified } from '#server/backups/verified.ts'
import { type Config, databaseUrlWords, isDatabaseUrl } from '#server/config/config.ts'
import { Damaged } from '#server/kernel/backup/parts.ts'
import { alone } from '#server/kernel/backup/snapshot.ts'
import { createDataFolder } from '#server/kernel/create-folder.ts'
import { storeMeasurements } from '#server/kernel/metrics/measurements.ts'
import { secretIdOf } from '#server/kernel/seal.ts'
import type { Storage } from '#server/kernel/storage/storage.ts'
import { jobHandlers } from '#server/slices.ts'
import {
  type Command,
  type CommandInput,
  type Preparation,
  type Report,
  readMoment,
  requireFolder,
  UsageError,
  wrongWord,
} from './operator-command.ts'

const noteBackup: Command = {
  usage: '',
  does: 'Note that a backup has just succeeded; run it at the end of your backup script. The desk shows its age',
  async run({ deps }) {
    const at = deps.now()
    await storeMeasurements(deps.db, [{ name: 'backup', labels: {}, value: 1, at }])
    return `The desk shows a backup of ${at.toISOString()}.`
  },
}

const count = (value: number) => value.toLocaleString('en-GB')
const megabytes = (bytes: number) =>
  `${(bytes / 1e6).toLocaleString('en-GB', { maximumFractionDigits: 1 })} MB`

const from = { from: { type: 'string' } } as const

function destinationOf({ config, options }: Pick<CommandInput, 'config' | 'options'>): Destination {
  const { destination, passphrase } = config.backup
  const given = options['from'] ?? options['to']
  const chosen = typeof given === 'string' ? { folder: resolve(given) } : destination
  if (!chosen)
    throw new UsageError(
      'Nothing says where backups belong. Set BACKUP_DIR to a folder, preferably on another disk, or BACKUP_S3_ENDPOINT and the others to a bucket.',
    )
  // The folder of `--from` has backups already; another one is created with the first backup.
  if ('folder' in chosen && (options['from'] !== undefined || existsSync(chosen.folder)))
    requireFolder(chosen.folder)
  return openDestination(chosen, passphrase)
}

const contentsOf = ({ rows, bytes, files, fileBytes }: Head) =>
  `${count(rows)} rows (${megabytes(bytes)}) and ${count(files)} files (${megabytes(fileBytes)})`

async function backUp(input: CommandInput): Promise<string> {
  const { deps, options, printProgress, databaseUrl } = input
  const destination = destinationOf(input)
  const { head, missingFiles, removedUnfinished } = await makeBackup(deps, {
    url: databaseUrl,
    destination,
    withSecret: options['with-secret'] === true,
    allFiles: options['all-files'] === true,
    reportDamaged: (sentence) =>
      printProgress(`${sentence} Files that only this backup names are copied again.`),
    print: printProgress,
  })
  await storeMeasurements(deps.db, [{ name: 'backup', labels: {}, value: 1, at: new Date(head.takenAt) }])
  return [
    `The backup ${head.id} is in ${destination.shown}: ${contentsOf(head)}, in ${head.seconds} s.`,
    head.locked ? 'It is encrypted.' : 'It is not encrypted, because BACKUP_PASSPHRASE is not set.',
    head.withSecret
      ? 'It contains the secret.'
      : 'It does not contain the secret. Keep a copy of it in another place, or add --with-secret.',
    ...(removedUnfinished > 0
      ? [`Backups that were interrupted earlier and removed: ${removedUnfinished}.`]
      : []),
    ...(missingFiles > 0
      ? [`Photos and documents that are named in the database but not stored: ${count(missingFiles)}.`]
      : []),
  ].join('\n')
}

async function listBackups(input: CommandInput): Promise<Report> {
  const { storage, shown } = destinationOf(input)
  const damaged: string[] = []
  const heads = await readHeads(storage, (sentence) => damaged.push(sentence))
  const copies = await readCopies(storage, ({ sentence }) => damaged.push(sentence))
  const lines: string[] = []
  for (const head of heads) {
    const state = await stateOf(storage, names.verified(head.id))
    const marks = [head.locked ? 'encrypted' : '', head.withSecret ? 'with the secret' : ''].filter(Boolean)
    lines.push(
      [head.id, contentsOf(head), `migration ${head.migration.replace('.sql', '')}`, ...marks, state].join(
        '  ',
      ),
    )
  }
  if (lines.length + copies.length + damaged.length === 0) lines.push(`There is no backup in ${shown}.`)
  for (const copy of copies)
    lines.push(`${describeCopy(copy)}  ${await stateOf(storage, verifiedNameOf(copy))}`)
  const text = [...lines, ...damaged].join('\n')
  return { text, isBad: damaged.length > 0 }
}

/** Whether a backup or a copy was verified, and a copy up to when. A result that cannot be read counts as none. */
async function stateOf(storage: Storage, name: string): Promise<string> {
  try {
    const verified = await readVerified(storage, name)
    if (!verified) return 'not verified'
    if (verified.damage !== null) return `damaged: ${verified.damage}`
    return verified.until
      ? `verified ${verified.at} with the log up to ${verified.until}`
      : `verified ${verified.at}`
  } catch (error) {
    if (!(error instanceof Damaged)) throw error
    return `not verified, because the result cannot be read: ${error.message}`
  }
}

/** Names a copy of the embedded database by the earliest moment to which "--until" restores it. */
const describeCopy = ({ endedAt, product, locked }: CopyHead): string =>
  [`copy of ${endedAt}`, `release ${product}`, ...(locked ? ['encrypted'] : [])].join('  ')

async function verify(input: CommandInput): Promise<string> {
  const { until } = input.options
  return typeof until === 'string' ? verifyMoment(input, momentOf(until)) : verifyNewest(input)
}

/**
 * Restores what `restore --until` would restore. The result is stored beside the copy that was used; the desk is not told,
 * because it shows the check of the newest backup, of which one moment says nothing.
 */
async function verifyMoment(input: CommandInput, until: Date | undefined): Promise<string> {
  const { deps, config, options, databaseUrl, printProgress } = input
  refuseName(input)
  if (options['database'] !== undefined)
    throw new UsageError(
      'Use either --until or --database, not both: with --until a new database is started.',
    )
  requireEmbedded(config)
  const verifying = {
    folder: scratchFolderOf(config.dataDir),
    destination: destinationOf(input),
    until,
    now: deps.now,
    reportUnstored: printProgress,
    print: printProgress,
  }
  const verified = await alone(databaseUrl, () => verifyUntil(verifying))
  const { copy, reachedAt } = verified
  return [
    `The embedded database can be restored ${until ? `as it was at ${until.toISOString()}` : 'with everything that was archived'}. It was restored into a database that has been removed again.`,
    `The log was replayed from the copy of ${copy.endedAt}. The last change is from ${reachedAt?.toISOString() ?? copy.endedAt}; ${ledgerWords(verified)}.`,
  ].join('\n')
}

const ledgerWords = ({ currencies }: VerifiedLog): string =>
  currencies.length > 0
    ? `the ledger balances there in ${currencies.join(', ')}`
    : 'the ledger is empty there'

async function verifyNewest(input: CommandInput): Promise<string> {
  const { deps, args, config, options, printProgress, databaseUrl } = input
  const database = options['database']
  if (typeof database === 'string' && !isDatabaseUrl(database))
    throw new UsageError(`--database: ${databaseUrlWords}.`)
  // A copy elsewhere, or an older backup, says nothing about the newest one of the site.
  const isNewest = options['from'] === undefined && args[0] === undefined
  const destination = destinationOf(input)
  const { head, details } = await verifyBackup({
    url: databaseUrl,
    destination,
    id: args[0],
    emptyUrl: typeof database === 'string' ? database : undefined,
    now: deps.now,
    reportUnstored: printProgress,
    print: printProgress,
  }).catch(async (error: unknown) => {
    if (isNewest && error instanceof Damaged) await noteVerifyFailure(deps, error, causeOf(error, config))
    throw error
  })
  const log = args[0] === undefined && !config.databaseUrl ? await describeLog(input, destination) : []
  if (isNewest) await noteVerified(deps)
  const currencies = [...new Set(details.ledger.map(({ currency }) => currency))]
  return [
    `The backup ${head.id} is good. It was restored into a database that has been removed again.`,
    `All ${count(details.tables.length)} tables have the rows of the backup, ${count(head.rows)} in total, with the same checksums.`,
    currencies.length > 0 ? `The ledger balances in ${currencies.join(', ')}.` : 'The ledger is empty.',
    `All ${count(details.files.count)} files are there and unchanged.`,
    ...log,
  ].join('\n')
}

/** Replays the archived log of the embedded database, if there is one. */
async function describeLog(input: CommandInput, destination: Destination): Promise<string[]> {
  const { config, deps, options, printProgress } = input
  const folder = scratchFolderOf(config.dataDir)
  const verifying = {
    folder,
    destination,
    now: deps.now,
    reportUnstored: printProgress,
    print: printProgress,
  }
  const verified = await alone(input.databaseUrl, () => verifyLog(verifying)).catch(
    async (error: unknown) => {
      if (options['from'] === undefined && error instanceof Damaged)
        await noteVerifyFailure(deps, error, causeOf(error, config))
      throw error
    },
  )
  if (!verified) return []
  const { copy, reachedAt } = verified
  return [
    `The log was replayed from the copy of ${copy.endedAt} without a gap. The last change that can be restored is from ${reachedAt?.toISOString() ?? copy.endedAt}; ${ledgerWords(verified)}.`,
  ]
}

async function restore(input: CommandInput): Promise<string> {
  if (input.options['until'] !== undefined || input.options['files'] === true) return finishRewind(input)
  const { deps, config, args, printProgress, databaseUrl } = input
  const { head, details, newMigrations, secrets } = await restoreBackup({
    url: databaseUrl,
    storage: deps.storage,
    destination: destinationOf(input),
    id: args[0],
    jobNames: jobHandlers(deps, config).map(({ name }) => name),
    print: printProgress,
  })
  return [
    `The backup ${head.id} was restored: ${contentsOf(head)}, with the checksums of the backup.`,
    ...(newMigrations > 0 ? [`Migrations of this release that followed: ${newMigrations}.`] : []),
    secretAdvice(config, details.secretId, secrets),
    'You can start the server now.',
  ].join('\n')
}

/** Reads the moment of `--until`; undefined for "latest". */
function momentOf(text: string): Date | undefined {
  if (text === 'latest') return undefined
  const moment = readMoment(text)
  if (moment && !moment.isWholeDay) return moment.at
  throw wrongWord('--until', 'Use "latest", or a moment in UTC like 2026-11-27T14:05:00Z', text)
}

/** What is archived for a moment, and what rows name, is chosen without a backup. */
function refuseName({ args, options }: Pick<CommandInput, 'args' | 'options'>): void {
  const option = ['until', 'files'].find((name) => options[name] !== undefined)
  if (option && args[0] !== undefined)
    throw new UsageError(`Use either --${option} or the name of a backup, not both.`)
}

function requireEmbedded(config: Config): void {
  if (config.databaseUrl)
    throw new UsageError(
      '--until is for the embedded PostgreSQL. Restore your own with the tool that archives its log; see "Any moment" in OPERATING.md.',
    )
}

/** With `--until`, restores the embedded database before it is started. */
async function rewind({ config, folder, args, options, printProgress }: Preparation): Promise<void> {
  refuseName({ args, options })
  if (typeof options['until'] !== 'string') return
  const until = momentOf(options['until'])
  requireEmbedded(config)
  const destination = destinationOf({ config, options })
  await restoreUntil({ folder, destination, until, print: printProgress })
}

/** After the database itself: the files that it names, and the secret. */
async function finishRewind(input: CommandInput): Promise<string> {
  const { deps, config, databaseUrl } = input
  const destination = destinationOf(input)
  const { restored, missing } = await restoreNamedFiles({
    url: databaseUrl,
    storage: deps.storage,
    destination,
    print: input.printProgress,
  })
  const backup = await findSecrets(destination, (sentence) =>
    input.printProgress(`${sentence} The secret is looked for in the other backups.`),
  )
  return [
    ...(input.options['files'] === true ? [] : ['The database was restored.']),
    `Photos and documents that were restored: ${count(restored)}.`,
    ...(missing > 0 ? [`Photos and documents that are neither stored nor archived: ${count(missing)}.`] : []),
    ...(backup ? [secretAdvice(config, backup.secretId, backup.secrets)] : []),
    'You can start the server now.',
  ].join('\n')
}

/** Puts the secret back if it was in the backup, and says what happens with the one that is in use. */
function secretAdvice(config: Config, secretId: string, secrets: Secrets | null): string {
  const isRight = secretIdOf(config.site.secret) === secretId
  if (isRight) return 'The secret is the one of the backup.'
  const file = join(config.dataDir, 'secret')
  const isStored = existsSync(file) && readFileSync(file, 'utf8').trim() === config.site.secret
  if (!secrets)
    return `The secret is another one than that of the backup: everybody has to sign in again, and door codes and calendars have to be entered again. To prevent this, ${isStored ? `put the old secret into ${file}` : 'set SECRET to the old one'} before you start the server.`
  const target = isStored ? file : join(config.dataDir, 'secret-of-backup')
  createDataFolder(config.dataDir)
  if (isStored) renameSync(file, `${file}-before-restore`)
  writeFileSync(target, `${secrets.secret}\n`, { mode: 0o600 })
  return isStored
    ? `The secret of the backup is in ${target}; the one that was there is in ${file}-before-restore.`
    : `SECRET is set to another secret than that of the backup, which is in ${target}: set SECRET to it, then remove the file.`
}

export const backupCommands: Record<string, Command> = {
  backup: {
    usage: '[--to <folder>] [--with-secret] [--all-files]',
    does: 'Make a backup of the database and the stored files while the site is running; --with-secret adds the secret, encrypted',
    options: {
      to: { type: 'string' },
      'with-secret': { type: 'boolean' },
      'all-files': { type: 'boolean' },
    },
    run: backUp,
  },
  list: {
    usage: '[--from <folder>]',
    does: 'List the backups with their size and migration, and whether they were verified, and the copies of the embedded database for --until',
    options: from,
    run: listBackups,
  },
  verify: {
    usage: '[<backup>] [--from <folder>] [--database <address>] [--until <moment>]',
    does: 'Restore a backup, the newest by default, into a scratch database and compare everything with what was backed up; also replay the archived log of the embedded database; --until instead restores the embedded database as it was at a moment, or "latest", into a scratch database',
    options: { ...from, database: { type: 'string' }, until: { type: 'string' } },
    run: verify,
  },
  restore: {
    usage: '[<backup>] [--from <folder>] [--until <moment>] [--files]',
    does: 'Restore a backup, the newest by default, into an empty database or a new DATA_DIR; --until restores the embedded database as it was at a moment, or "latest"; --files only restores missing photos and documents',
    options: { ...from, until: { type: 'string' }, files: { type: 'boolean' } },
    prepare: rewind,
    createsDatabase: true,
    run: restore,
  },
  'note-backup': noteBackup,
}
