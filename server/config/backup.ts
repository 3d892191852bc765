import { resolve } from 'node:path'
import type { StorageConfig } from '#server/kernel/storage/open.ts'

type Values = {
  BACKUP_DIR?: string | undefined
  BACKUP_S3_ENDPOINT?: string | undefined
  BACKUP_S3_REGION: string
  BACKUP_S3_BUCKET?: string | undefined
  BACKUP_S3_ACCESS_KEY_ID?: string | undefined
  BACKUP_S3_SECRET_ACCESS_KEY?: string | undefined
  BACKUP_PASSPHRASE?: string | undefined
}

export type BackupConfig = {
  /** Undefined if nothing says where backups belong. */
  destination: StorageConfig | undefined
  /** Encrypts backups; without it they are readable by everybody who gets at them. */
  passphrase: string | undefined
}

const s3Needs = [
  'BACKUP_S3_ENDPOINT',
  'BACKUP_S3_BUCKET',
  'BACKUP_S3_ACCESS_KEY_ID',
  'BACKUP_S3_SECRET_ACCESS_KEY',
] as const

/** Reports a bucket that is not described completely, and two places at once. */
export function backupMistakes(values: Values): string[] {
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
