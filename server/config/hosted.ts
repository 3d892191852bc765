import { readHostedProviders } from '#server/identity/federation/provider.ts'
import type { HostedIdentity } from '#server/identity/options.ts'

type Values = {
  IDENTITY: 'embedded' | 'hosted'
  IDENTITY_API_KEY: string
  IDENTITY_PROJECT_ID: string
  IDENTITY_AUTH_DOMAIN?: string | undefined
  IDENTITY_STORAGE_BUCKET: string
  IDENTITY_MESSAGING_SENDER_ID: string
  IDENTITY_APP_ID: string
  IDENTITY_PROVIDERS?: string | undefined
  IDENTITY_CHECK_REVOKED: 'off' | 'cached'
}

const hostedOnly = ['IDENTITY_AUTH_DOMAIN', 'IDENTITY_PROVIDERS'] as const
const embeddedOnly = ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET', 'OIDC_PROVIDERS'] as const
const hostedNeeds = ['IDENTITY_API_KEY', 'IDENTITY_PROJECT_ID', 'IDENTITY_AUTH_DOMAIN'] as const

/** Reports variables of the other mode, because they would have no effect. */
export function hostedMistakes(
  { IDENTITY: mode }: Values,
  provided: Record<string, string | undefined>,
): string[] {
  if (mode === 'embedded')
    return hostedOnly
      .filter((name) => provided[name])
      .map((name) => `${name}: Set IDENTITY=hosted too, or leave it out.`)
  return [
    ...hostedNeeds
      .filter((name) => !provided[name])
      .map((name) => `${name}: Copy it from the hosted service.`),
    ...embeddedOnly
      .filter((name) => provided[name])
      .map((name) => `${name}: Set it up at the hosted service and name it in IDENTITY_PROVIDERS.`),
  ]
}

export const hostedOf = (values: Values): HostedIdentity => ({
  firebase: {
    apiKey: values.IDENTITY_API_KEY,
    authDomain: values.IDENTITY_AUTH_DOMAIN!,
    projectId: values.IDENTITY_PROJECT_ID,
    storageBucket: values.IDENTITY_STORAGE_BUCKET,
    messagingSenderId: values.IDENTITY_MESSAGING_SENDER_ID,
    appId: values.IDENTITY_APP_ID,
  },
  providers: readHostedProviders(values.IDENTITY_PROVIDERS ?? '') ?? [],
  checkRevoked: values.IDENTITY_CHECK_REVOKED,
})
