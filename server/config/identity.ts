import { createHash } from 'node:crypto'
import type { Provider } from '#server/identity/federation/provider.ts'
import type { IdentityConfig } from '#server/identity/options.ts'

type Values = {
  IDENTITY_PROJECT_ID: string
  IDENTITY_API_KEY: string
  IDENTITY_KEY_ENCRYPTION_KEY?: string | undefined
  IDENTITY_PASSWORD_PEPPER?: string | undefined
  SECRET_PREVIOUS?: string[] | undefined
}

/** Returns the configuration of the embedded sign-in service. */
export const identityOf = (values: Values, providers: Provider[], secret: string): IdentityConfig => ({
  projectId: values.IDENTITY_PROJECT_ID,
  apiKey: values.IDENTITY_API_KEY,
  keyEncryptionKey: values.IDENTITY_KEY_ENCRYPTION_KEY ?? derive(secret, 'identity keys'),
  // After an operator has set a separate key, older keys are still encrypted with one derived from the secret.
  previousKeyEncryptionKeys: [secret, ...(values.SECRET_PREVIOUS ?? [])].map((known) =>
    derive(known, 'identity keys'),
  ),
  passwordPepper: values.IDENTITY_PASSWORD_PEPPER,
  providers,
})

const derive = (secret: string, purpose: string) =>
  createHash('sha256').update(`${purpose}\0${secret}`).digest('hex')
