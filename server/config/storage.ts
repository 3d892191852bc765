import { resolve } from 'node:path'
import type { StorageConfig } from '#server/kernel/storage/open.ts'

type Values = {
  STORAGE: 'disk' | 's3'
  FILES_DIR?: string | undefined
  S3_ENDPOINT?: string | undefined
  S3_REGION: string
  S3_BUCKET?: string | undefined
  S3_ACCESS_KEY_ID?: string | undefined
  S3_SECRET_ACCESS_KEY?: string | undefined
}

const s3Needs = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

/** Reports variables of the other storage kind, because they would have no effect. */
export function storageMistakes(values: Values): string[] {
  if (values.STORAGE === 'disk')
    return s3Needs
      .filter((name) => values[name])
      .map((name) => `${name}: Set STORAGE=s3 too, or leave it out.`)
  return [
    ...s3Needs.filter((name) => !values[name]).map((name) => `${name}: Copy it from your storage service.`),
    ...(values.FILES_DIR ? ['FILES_DIR: Set STORAGE=disk too, or leave it out.'] : []),
  ]
}

/** Returns where files are stored: a folder, relative to the data folder, or a bucket. */
export const storageOf = (values: Values, dataDir: string): StorageConfig =>
  values.STORAGE === 'disk'
    ? { folder: resolve(dataDir, values.FILES_DIR ?? 'files') }
    : {
        s3: {
          endpoint: values.S3_ENDPOINT!,
          region: values.S3_REGION,
          bucket: values.S3_BUCKET!,
          accessKeyId: values.S3_ACCESS_KEY_ID!,
          secretAccessKey: values.S3_SECRET_ACCESS_KEY!,
        },
      }
