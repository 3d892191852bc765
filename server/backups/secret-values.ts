import type { Config } from '#server/config/config.ts'
import type { StorageConfig } from '#server/kernel/storage/open.ts'

const ofStorage = (config: StorageConfig | undefined): string[] =>
  config && 's3' in config ? [config.s3.accessKeyId, config.s3.secretAccessKey] : []

function ofAddress(address: string | undefined): string[] {
  const written = URL.parse(address ?? '')?.password
  if (!written) return []
  try {
    return [written, decodeURIComponent(written)]
  } catch (error) {
    if (!(error instanceof URIError)) throw error
    return [written]
  }
}

/** The values that backups are made with and that nobody may read in a message about them. */
export const secretValuesOf = ({ databaseUrl, site, storage, backup }: Config): string[] => [
  site.secret,
  ...site.previousSecrets,
  ...(backup.passphrase === undefined ? [] : [backup.passphrase]),
  ...ofStorage(storage),
  ...ofStorage(backup.destination),
  ...ofAddress(databaseUrl),
]
