import { resolve } from 'node:path'
import type { TimeOfDay, VerifyRhythm } from '#server/backups/due.ts'
import type { Keep } from '#server/backups/keep.ts'
import type { StorageConfig } from '#server/kernel/storage/open.ts'

type Values = {
  BACKUP_DIR?: string | undefined
  BACKUP_S3_ENDPOINT?: string | undefined
  BACKUP_S3_REGION: string
  BACKUP_S3_BUCKET?: string | undefined
  BACKUP_S3_ACCESS_KEY_ID?: string | undefined
  BACKUP_S3_SECRET_ACCESS_KEY?: string | undefined
  BACKUP_PASSPHRASE?: string | undefined
  BACKUP_AT?: TimeOfDay | undefined
  BACKUP_KEEP: Keep
  BACKUP_VERIFY: VerifyRhythm | 'off'
  BACKUP_WAL_DAYS?: number | undefined
  BACKUP_WAL_SECONDS: number
  BACKUP_WITH_SECRET: boolean
  DATABASE_URL?: string | undefined
}

export type BackupConfig = {
  /** Undefined if nothing says where backups belong. */
  destination: StorageConfig | undefined
  /** Encrypts backups; without it they are readable by everybody who gets at them. */
  passphrase: string | undefined
  /** When a worker makes a backup each day, in UTC; undefined if none does. */
  at: TimeOfDay | undefined
  /** The backups that stay when a scheduled one is made. */
  keep: Keep
  /** How often a worker verifies the newest backup, after it was made; undefined if never. */
  verifyEvery: VerifyRhythm | undefined
  /** How far back the embedded database can be restored to any moment, and how much may be lost; undefined: not. */
  wal: { days: number; seconds: number } | undefined
  /** Scheduled backups contain the secret. */
  withSecret: boolean
}

const s3Needs = [
  'BACKUP_S3_ENDPOINT',
  'BACKUP_S3_BUCKET',
  'BACKUP_S3_ACCESS_KEY_ID',
  'BACKUP_S3_SECRET_ACCESS_KEY',
] as const

/** Reads a time like "02:30"; undefined if it is none. */
export function readTimeOfDay(text: string): TimeOfDay | undefined {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? []
  return hours && minutes ? { hours: Number(hours), minutes: Number(minutes) } : undefined
}

/** Reports a schedule without a place, and a secret that would not be encrypted. */
export function backupMistakes(values: Values): string[] {
  const hasPlace = values.BACKUP_DIR ?? values.BACKUP_S3_ENDPOINT
  return [
    ...placeMistakes(values),
    ...(values.BACKUP_AT && !hasPlace ? ['BACKUP_AT: Set BACKUP_DIR or BACKUP_S3_ENDPOINT too.'] : []),
    ...walMistakes(values),
    ...(values.BACKUP_WITH_SECRET && !values.BACKUP_PASSPHRASE
      ? ['BACKUP_WITH_SECRET: Set BACKUP_PASSPHRASE too, because the secret is only stored encrypted.']
      : []),
  ]
}

function walMistakes(values: Values): string[] {
  if (!values.BACKUP_WAL_DAYS) return []
  return [
    ...(values.BACKUP_AT ? [] : ['BACKUP_WAL_DAYS: Set BACKUP_AT too; the database is copied at this time.']),
    ...(values.DATABASE_URL
      ? [
          'BACKUP_WAL_DAYS: It is for the embedded PostgreSQL. Archive the log of your own with pgBackRest; see "Any moment" in OPERATING.md.',
        ]
      : []),
  ]
}

/** Reports a bucket that is not described completely, and two places at once. */
function placeMistakes(values: Values): string[] {
  const given = s3Needs.filter((name) => values[name])
  if (given.length === 0) return []
  return [
    ...s3Needs.filter((name) => !values[name]).map((name) => `${name}: Copy it from your storage service.`),
    ...(values.BACKUP_DIR
      ? ['BACKUP_DIR: Leave it out, or leave BACKUP_S3_ENDPOINT and the others out.']
      : []),
  ]
}

/** Returns where backups are written: a folder, relative to the data folder, or a bucket. */
export const backupOf = (values: Values, dataDir: string): BackupConfig => ({
  passphrase: values.BACKUP_PASSPHRASE,
  at: values.BACKUP_AT,
  keep: values.BACKUP_KEEP,
  verifyEvery: values.BACKUP_VERIFY === 'off' ? undefined : values.BACKUP_VERIFY,
  wal: values.BACKUP_WAL_DAYS
    ? { days: values.BACKUP_WAL_DAYS, seconds: values.BACKUP_WAL_SECONDS }
    : undefined,
  withSecret: values.BACKUP_WITH_SECRET,
  destination: destinationOf(values, dataDir),
})

function destinationOf(values: Values, dataDir: string): StorageConfig | undefined {
  if (values.BACKUP_DIR) return { folder: resolve(dataDir, values.BACKUP_DIR) }
  if (!values.BACKUP_S3_BUCKET) return undefined
  return {
    s3: {
      endpoint: values.BACKUP_S3_ENDPOINT!,
      region: values.BACKUP_S3_REGION,
      bucket: values.BACKUP_S3_BUCKET,
      accessKeyId: values.BACKUP_S3_ACCESS_KEY_ID!,
      secretAccessKey: values.BACKUP_S3_SECRET_ACCESS_KEY!,
    },
  }
}
