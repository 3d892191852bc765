import { z } from 'zod'
import { choice } from '#contract/accepted.ts'
import { mistakeSentence, namesNoUser, withoutUser } from '#server/kernel/mistake.ts'

/** An external OpenID Connect provider. */
export type Provider = {
  /** `google.com` or `oidc.<name>`, as the client library names it. */
  id: string
  name: string
  issuer: string
  clientId: string
  clientSecret: string
  /** True if its statements about addresses are proof: it owns them or verifies them without exception. */
  trustsEmail: boolean
}
export type PublicProvider = Pick<Provider, 'id' | 'name'>

export const googleIssuer = 'https://accounts.google.com'

const isLoopback = (hostname: string) => /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)
const isIssuer = (url: string) => {
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || isLoopback(hostname)
}
const accepted = 'Use 1 to 1,000 characters, as the provider shows them'
const filled = z.string(accepted).trim().min(1, accepted).max(1_000, accepted)

/** The variables after `OIDC_<NAME>_`, for each name listed in OIDC_PROVIDERS. */
export const providerVariables = {
  ISSUER: z
    .url({ protocol: /^https?$/, error: 'Use the address of the issuer, like https://login.example.org' })
    .refine(
      (url) => !URL.canParse(url) || isIssuer(url),
      'Use https, because http works for this machine only',
    )
    .refine(namesNoUser, withoutUser),
  CLIENT_ID: filled,
  CLIENT_SECRET: filled,
  NAME: z
    .string()
    .trim()
    .min(1, 'Use 1 to 40 characters, like Acme')
    .max(40, 'Use 1 to 40 characters, like Acme')
    .optional(),
  TRUST_EMAIL: choice(['on', 'off'])
    .default('off')
    .transform((value) => value === 'on'),
} as const satisfies Record<string, z.ZodType>

type Environment = Record<string, string | undefined>
export type ProvidersRead = { providers: Provider[]; mistakes: string[] }

const prefixOf = (name: string) => `OIDC_${name.toUpperCase().replaceAll('-', '_')}_`
const titled = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

/** Reads the providers of the embedded service: the Google preset, and each one named in OIDC_PROVIDERS. */
export function readProviders(environment: Environment, names: string[]): ProvidersRead {
  const google = readGoogle(environment)
  const others = names.map((name) => readProvider(environment, name))
  return {
    providers: [google, ...others].flatMap(({ providers }) => providers),
    mistakes: [google, ...others].flatMap(({ mistakes }) => mistakes),
  }
}

function readGoogle({ GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret }: Environment) {
  if (!clientId && !clientSecret) return { providers: [], mistakes: [] }
  if (!clientId || !clientSecret) {
    const missing = clientId ? 'GOOGLE_CLIENT_SECRET' : 'GOOGLE_CLIENT_ID'
    return { providers: [], mistakes: [`${missing}: Fill it in too, or leave both out.`] }
  }
  const google = { id: 'google.com', name: 'Google', issuer: googleIssuer, trustsEmail: true }
  return { providers: [{ ...google, clientId, clientSecret }], mistakes: [] }
}

function readProvider(environment: Environment, name: string): ProvidersRead {
  const prefix = prefixOf(name)
  const given = Object.fromEntries(
    Object.keys(providerVariables).map((key) => [key, environment[prefix + key] || undefined]),
  )
  const result = z.object(providerVariables).safeParse(given)
  if (!result.success)
    return {
      providers: [],
      mistakes: [...Map.groupBy(result.error.issues, ({ path }) => String(path[0]))].map(([key, [issue]]) =>
        mistakeSentence(prefix + key, issue!.message, environment[prefix + key] || undefined),
      ),
    }
  const { ISSUER, CLIENT_ID, CLIENT_SECRET, NAME, TRUST_EMAIL } = result.data
  return {
    providers: [
      {
        id: `oidc.${name}`,
        name: NAME ?? titled(name),
        issuer: ISSUER,
        clientId: CLIENT_ID,
        clientSecret: CLIENT_SECRET,
        trustsEmail: TRUST_EMAIL,
      },
    ],
    mistakes: [],
  }
}

/** Reads the sign-in buttons of the hosted service, which keeps the client ids: `google.com, oidc.acme=Acme Login`. */
export function readHostedProviders(list: string): PublicProvider[] | undefined {
  const entries = list
    .split(',')
    .map((entry) => /^\s*(google\.com|oidc\.([a-z][\w-]*))\s*(?:=\s*(\S.*?)\s*)?$/.exec(entry))
  if (entries.some((entry) => entry === null)) return undefined
  return entries.map((entry) => {
    const [, id, oidc, name] = entry!
    return { id: id!, name: name ?? (oidc ? titled(oidc) : 'Google') }
  })
}
