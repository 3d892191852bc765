import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { acceptedNumber, choice } from '#contract/accepted.ts'
import { verifyRhythms } from '#server/backups/due.ts'
import { readKeep } from '#server/backups/keep.ts'
import { type BackupConfig, backupMistakes, backupOf, readTimeOfDay } from '#server/config/backup.ts'
import { hostedMistakes, hostedOf } from '#server/config/hosted.ts'
import { identityOf } from '#server/config/identity.ts'
import { feedbackKeysOf, mailMistakes, mailOf, mailReportsOf } from '#server/config/mail.ts'
import { type LogConfig, logOf } from '#server/config/log.ts'
import { mapMistakes, mapOf, type MapTileConfig } from '#server/config/map.ts'
import { metricsAddress, type MetricsConfig, metricsMistakes, metricsOf } from '#server/config/metrics.ts'
import { otlpOf, readHeaders } from '#server/config/otlp.ts'
import { paymentMistakes, stripeOf } from '#server/config/payment.ts'
import { placeholders, productionMistakes } from '#server/config/production.ts'
import { proxyAdvice, readTrustProxy, type TrustProxy } from '#server/config/proxy.ts'
import { pushKeysOf, pushMistakes } from '#server/config/push.ts'
import { storageMistakes, storageOf } from '#server/config/storage.ts'
import { readWidgetSites, type WidgetSites } from '#server/config/widget.ts'
import { type Provider, readHostedProviders, readProviders } from '#server/identity/federation/provider.ts'
import type { HostedAddresses, HostedIdentity, IdentityConfig } from '#server/identity/options.ts'
import type { Site } from '#server/kernel/deps.ts'
import { isLocalName } from '#server/kernel/http/this-computer.ts'
import type { MailOptions } from '#server/kernel/mail/mail.ts'
import { originalLook } from '#server/kernel/original-look.ts'
import { type ErrorsTo, readDsn } from '#server/kernel/outside/error-reports.ts'
import { mistakeSentence, namesNoUser, withoutUser } from '#server/kernel/mistake.ts'
import type { Mailbox } from '#server/kernel/outside/imap.ts'
import type { StripeOptions } from '#server/kernel/outside/stripe.ts'
import type { FeedbackKeys } from '#server/mails/feedback-commands.ts'
import { createDataFolder } from '#server/kernel/create-folder.ts'
import { PermanentStartError } from '#server/kernel/start-error.ts'
import type { OtlpConfig } from '#server/kernel/telemetry/telemetry.ts'
import type { StorageConfig } from '#server/kernel/storage/open.ts'

export type Services = 'web' | 'worker'

export type Config = {
  port: number
  host: string
  /** Undefined: the embedded PostgreSQL. */
  databaseUrl: string | undefined
  /** Replicas that serve public reads; without any, the primary serves everything. */
  readUrls: string[]
  /** A replica with a greater lag is not used. */
  readMaxLagSeconds: number
  dataDir: string
  demo: 'on' | 'small' | 'off'
  services: Services[]
  site: Site
  mail: MailOptions
  /** What proves that a report about a mail comes from its provider. */
  mailFeedback: FeedbackKeys
  /** Where mail servers report bounces and complaints by mail; undefined: nowhere. */
  mailReports: Mailbox | undefined
  log: LogConfig
  /** Where errors are reported; undefined: only the log has them. */
  errorsTo: ErrorsTo | undefined
  /** Where traces and metrics are sent; undefined: nowhere. */
  otlp: OtlpConfig | undefined
  hotjar: { id: number } | undefined
  /** Proxies that are trusted to state the client's address; undefined: the address of the connection counts. */
  trustProxy: TrustProxy | undefined
  metrics: MetricsConfig
  /** Where photos and documents are stored. */
  storage: StorageConfig
  backup: BackupConfig
  /** The source of map tiles; undefined: maps show only the outline of the land. */
  map: MapTileConfig | undefined
  identity: IdentityConfig
  /** Set when people sign in at the hosted service; the embedded one is then not served. */
  hosted: HostedIdentity | undefined
  /** Addresses of the hosted service; overridden only in tests. */
  hostedAddresses?: HostedAddresses
  /** Set when payments go through Stripe; otherwise the two people settle them directly. */
  stripe: StripeOptions | undefined
  production: boolean
  /** Development mode that only this computer can reach. */
  isLocal: boolean
  /** How long a stopping server keeps serving while `/readyz` already reports that it is stopping. */
  stopDelaySeconds: number
  shutdownSeconds: number
  /** Requests allowed per minute from one network, of those for which something is computed; 0 for no limit. */
  requestsPerAddress: number
  /** Memory in bytes for public pages, which are cached for seconds; 0 disables the cache. */
  pageCacheBytes: number
  /** Where the search widget may be shown. */
  widgetSites: WidgetSites
}

const flag = (defaultValue: 'on' | 'off') =>
  choice(['on', 'off'])
    .default(defaultValue)
    .transform((value) => value === 'on')
const anyHttpUrl = z.url({
  protocol: /^https?$/,
  error: 'Use an address like https://sitwell.example.org',
})
const withoutLastSlash = (value: string) => value.replace(/\/+$/, '')
/** `signInBy` names the settings for the user name and the password, if the service needs them. */
const httpUrl = (signInBy = '') =>
  anyHttpUrl
    .refine(namesNoUser, signInBy ? `${withoutUser}, and set ${signInBy}` : withoutUser)
    .transform(withoutLastSlash)
/** With an example of what to write. */
function text(max: number, example: string) {
  const accepted = `Use 1 to ${max.toLocaleString('en-GB')} characters, like ${example}`
  return z.string().trim().min(1, accepted).max(max, accepted)
}
function wholeNumber(min: number, max: number, example: number) {
  const accepted = acceptedNumber('whole number', min, max, example)
  return z.coerce.number(accepted).pipe(z.int(accepted).min(min, accepted).max(max, accepted))
}
function number(min: number, max: number, example: number) {
  const accepted = acceptedNumber('number', min, max, example)
  return z.coerce.number(accepted).pipe(z.number().min(min, accepted).max(max, accepted))
}

/** The driver also reads addresses with an empty host, which are no URLs. */
export const isDatabaseUrl = (text: string): boolean =>
  /^postgres(ql)?:\/\/.+/.test(text) && URL.canParse(text.replace('@/', '@host/'))
export const databaseUrlWords = 'Use an address like postgres://user:password@host:5432/database'
const databaseUrl = (accepted: string) => z.string().refine(isDatabaseUrl, accepted)

function refuse(context: z.RefinementCtx, message: string): never {
  context.addIssue({ code: 'custom', message })
  return z.NEVER
}

/**
 * All environment variables, documented in OPERATING.md and `.env.example`; a test keeps both in step with this table.
 */
export const variables = {
  PORT: wholeNumber(0, 65_535, 3000).default(3000),
  HOST: text(255, '127.0.0.1').optional(),
  DATABASE_URL: databaseUrl(databaseUrlWords).optional(),
  DATABASE_READ_URL: z
    .string()
    .transform((list) => list.split(',').map((url) => url.trim()))
    .pipe(
      z.array(
        databaseUrl(
          'Use addresses like postgres://user:password@replica:5432/database, with commas in between',
        ),
      ),
    )
    .optional(),
  DATABASE_READ_MAX_LAG_SECONDS: number(1, 300, 5).default(5),
  STOP_DELAY_SECONDS: wholeNumber(0, 300, 10).default(0),
  DATA_DIR: text(1000, '/srv/sitwell').optional(),
  DEMO: choice(['on', 'small', 'off']).optional(),
  SERVICES: z
    .string()
    .default('web,worker')
    .transform((list) => list.split(',').map((name) => name.trim()))
    .pipe(z.array(z.enum(['web', 'worker'], 'Use "web", "worker" or "web,worker"'))),
  SITE_NAME: text(60, 'Sitwell').default('Sitwell'),
  SITE_URL: httpUrl().optional(),
  PLAIN_HTTP: flag('off'),
  SITE_DESCRIPTION: text(200, 'Find a pet sitter near you').default(
    'Find a pet sitter near you, see the full price, and book.',
  ),
  OPERATOR_NAME: text(120, 'Pets of Porto, Lda').default(placeholders.OPERATOR_NAME),
  OPERATOR_ADDRESS: text(300, 'Rua das Flores 1, 4050-262 Porto').default(placeholders.OPERATOR_ADDRESS),
  OPERATOR_EMAIL: z
    .email('Use an e-mail address, like hello@sitwell.org')
    .default(placeholders.OPERATOR_EMAIL),
  OPERATOR_COUNTRY: z
    .string()
    .regex(/^[A-Z]{2}$/, 'Use two letters, like PT')
    .optional(),
  MAIL: z.preprocess(
    // Login shells set MAIL to the path of the person's mailbox.
    (given) => (typeof given === 'string' && given.startsWith('/') ? undefined : given),
    z.enum(['on', 'off'], 'Use "off" to run without a mail server, or leave it out').default('on'),
  ),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/.+/, 'Use an address like smtps://user:password@mail.example.org')
    .optional(),
  MAIL_FROM: text(200, 'Sitwell <no-reply@sitwell.org>').default(placeholders.MAIL_FROM),
  DKIM_DOMAIN: z
    .string()
    .regex(/^[\w-]+(\.[\w-]+)+$/, 'Use a domain, like example.org')
    .optional(),
  DKIM_SELECTOR: z
    .string()
    .regex(/^[\w-]+(\.[\w-]+)*$/, 'Use letters, digits and hyphens, like sitwell')
    .optional(),
  DKIM_KEY_FILE: text(1000, '/etc/sitwell/dkim.pem').optional(),
  MAIL_REPORTS_URL: z
    .string()
    .regex(
      /^imaps?:\/\/.+/,
      'Use an address like imaps://user:password@mail.example.org/INBOX, with %40 for an @ in the name',
    )
    .optional(),
  MAIL_WEBHOOK_SECRET: z
    .string()
    .regex(/^[\w-]{20,}$/, 'Use at least 20 letters and digits, for example from "openssl rand -hex 32"')
    .optional(),
  MAILGUN_SIGNING_KEY: text(300, '0123456789abcdef0123456789abcdef').optional(),
  SENDGRID_WEBHOOK_KEY: text(1000, 'MFkwEwYHKoZIzj0CAQ…').optional(),
  PUSH_PUBLIC_KEY: z
    .string()
    .regex(/^[\w-]{87}$/, 'Copy the public key of a VAPID pair, 87 characters like BNcRdreALRFXTkOO…')
    .optional(),
  PUSH_PRIVATE_KEY: z
    .string()
    .regex(/^[\w-]{43}$/, 'Copy the private key of the same VAPID pair, 43 characters like UUxI4O8-FbRou…')
    .optional(),
  LOG_LEVEL: choice(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  OTEL_EXPORTER_OTLP_ENDPOINT: anyHttpUrl.transform(withoutLastSlash).optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .default('')
    .transform(
      (text, context) =>
        readHeaders(text) ?? refuse(context, 'Use pairs like authorization=Bearer%20abc,x-scope=1'),
    ),
  OTEL_SERVICE_NAME: text(60, 'sitwell').default('sitwell'),
  OTEL_TRACES_SAMPLER_ARG: number(0, 1, 0.05).default(1),
  ERRORS_TO: z
    .string()
    .transform(
      (text, context) =>
        readDsn(text) ??
        refuse(context, 'Copy the DSN of the project, like https://key@errors.example.org/7'),
    )
    .optional(),
  LOG_REQUESTS: flag('off'),
  LOG_SLOW_STATEMENTS_MS: wholeNumber(0, 3_600_000, 1000).default(1_000),
  HOTJAR_ENABLED: flag('off'),
  HOTJAR_ID: wholeNumber(1, 1_000_000_000, 1234567).optional(),
  TRUST_PROXY: z
    .string()
    .refine((text) => readTrustProxy(text) !== undefined, proxyAdvice)
    .optional(),
  METRICS_TOKEN: z
    .string()
    .regex(
      /^[\x21-\x7e]{20,}$/,
      'Use at least 20 characters without spaces, for example from "openssl rand -hex 32"',
    )
    .optional(),
  METRICS_ADDRESS: z
    .string()
    .regex(metricsAddress, 'Use an address and a port, like 127.0.0.1:9100 or [::1]:9100')
    .optional(),
  MAP_TILES_FILE: text(1000, 'tiles/portugal.pmtiles').optional(),
  MAP_TILES_URL: httpUrl()
    .refine(
      (url) => ['{z}', '{x}', '{y}'].every((part) => url.includes(part)),
      'Name {z}, {x} and {y} in it, like https://tiles.example.org/{z}/{x}/{y}.pbf',
    )
    .optional(),
  MAP_TILES_MAX_ZOOM: wholeNumber(1, 22, 14).default(14),
  MAP_ATTRIBUTION: text(200, '© OpenStreetMap contributors').optional(),
  MAP_ATTRIBUTION_URL: httpUrl().optional(),
  IDENTITY: choice(['embedded', 'hosted']).default('embedded'),
  IDENTITY_PROJECT_ID: z
    .string()
    .regex(/^[a-z][a-z0-9-]{3,29}$/, 'Use 4 to 30 small letters, digits and hyphens, like sitwell')
    .default('sitwell'),
  IDENTITY_API_KEY: z
    .string()
    .regex(/^[\w-]{8,100}$/, 'Use 8 to 100 letters, digits, - and _, like sitwell-public-key')
    .default('sitwell-public-key'),
  IDENTITY_KEY_ENCRYPTION_KEY: z
    .string()
    .min(32, 'Use at least 32 characters, for example from "openssl rand -hex 32"')
    .optional(),
  IDENTITY_PASSWORD_PEPPER: z
    .string()
    .min(16, 'Use at least 16 characters, for example from "openssl rand -hex 32"')
    .optional(),
  IDENTITY_AUTH_DOMAIN: z
    .string()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'Use a host name, like example.firebaseapp.com')
    .optional(),
  IDENTITY_STORAGE_BUCKET: text(300, 'example.firebasestorage.app').default(''),
  IDENTITY_MESSAGING_SENDER_ID: text(300, '1234567890').default(''),
  IDENTITY_APP_ID: text(300, '1:1234567890:web:abc').default(''),
  IDENTITY_PROVIDERS: z
    .string()
    .refine((list) => readHostedProviders(list) !== undefined, 'Use a list like "google.com, oidc.acme=Acme"')
    .optional(),
  IDENTITY_CHECK_REVOKED: choice(['off', 'cached']).default('off'),
  GOOGLE_CLIENT_ID: text(300, '1234567890-abc.apps.googleusercontent.com').optional(),
  GOOGLE_CLIENT_SECRET: text(300, 'GOCSPX-…').optional(),
  OIDC_PROVIDERS: z
    .string()
    .default('')
    .transform((list) => list.split(',').flatMap((name) => name.trim() || []))
    .pipe(
      z.array(
        z
          .string()
          .regex(/^[a-z][a-z0-9-]{0,30}$/, 'Use names of small letters, digits and hyphens, like acme,other'),
      ),
    )
    .refine((names) => new Set(names).size === names.length, 'Name each one once, like acme,other'),
  PAYMENTS: choice(['manual', 'stripe']).default('manual'),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_(test|live)_\w+$/, 'Copy the key that begins with sk_ or rk_, like sk_live_…')
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(test|live)_\w+$/, 'Copy the key that begins with pk_, like pk_live_…')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\w+$/, 'Copy the secret that begins with whsec_, like whsec_…')
    .optional(),
  STRIPE_API_URL: httpUrl().default('https://api.stripe.com'),
  STRIPE_SCRIPT_URL: httpUrl().default('https://js.stripe.com/v3'),
  STORAGE: choice(['disk', 's3']).default('disk'),
  FILES_DIR: text(1000, '/srv/sitwell-files').optional(),
  S3_ENDPOINT: httpUrl('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY').optional(),
  S3_REGION: text(60, 'eu-west-1').default('us-east-1'),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'Use the name of a bucket, like sitwell-files')
    .optional(),
  S3_ACCESS_KEY_ID: text(200, 'AKIA…').optional(),
  S3_SECRET_ACCESS_KEY: text(200, 'the one that came with the key id').optional(),
  BACKUP_DIR: text(1000, '/mnt/backups/sitwell').optional(),
  BACKUP_S3_ENDPOINT: httpUrl('BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY').optional(),
  BACKUP_S3_REGION: text(60, 'eu-west-1').default('us-east-1'),
  BACKUP_S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'Use the name of a bucket, like sitwell-files')
    .optional(),
  BACKUP_S3_ACCESS_KEY_ID: text(200, 'AKIA…').optional(),
  BACKUP_S3_SECRET_ACCESS_KEY: text(200, 'the one that came with the key id').optional(),
  BACKUP_PASSPHRASE: z.string().min(12, 'Use at least 12 characters, like five random words').optional(),
  BACKUP_AT: z
    .string()
    .transform(
      (text, context) => readTimeOfDay(text) ?? refuse(context, 'Use a time of day in UTC, like 02:30'),
    )
    .optional(),
  BACKUP_KEEP: z
    .string()
    .default('7 daily, 4 weekly, 6 monthly')
    .transform(
      (text, context) => readKeep(text) ?? refuse(context, 'Use words like "7 daily, 4 weekly, 6 monthly"'),
    ),
  BACKUP_VERIFY: choice([...verifyRhythms, 'off']).default('weekly'),
  BACKUP_WAL_DAYS: wholeNumber(1, 60, 7).optional(),
  BACKUP_WAL_SECONDS: wholeNumber(1, 3600, 60).default(60),
  BACKUP_WITH_SECRET: flag('off'),
  REQUESTS_PER_ADDRESS: wholeNumber(0, 1_000_000, 3000).default(3_000),
  PAGE_CACHE_MB: wholeNumber(0, 4_096, 64).default(64),
  WIDGET_SITES: z
    .string()
    .default('any')
    .transform(
      (text, context) =>
        readWidgetSites(text) ??
        refuse(
          context,
          'Use "any", "off", or addresses like https://vet.example.org, with commas in between',
        ),
    ),
  SECRET: z
    .string()
    .min(32, 'Use at least 32 characters, for example from "openssl rand -hex 32"')
    .optional(),
  SECRET_PREVIOUS: z
    .string()
    .transform((list) => list.split(',').map((one) => one.trim()))
    .pipe(
      z.array(
        z
          .string()
          .min(32, 'Give each earlier secret as it was, with commas between them, like secret1,secret2'),
      ),
    )
    .optional(),
  NODE_ENV: z
    .enum(['development', 'production', 'test'], 'Use "production" or "development"')

    .default('development'),
} as const satisfies Record<string, z.ZodType>

const Variables = z.object(variables)
type Values = z.output<typeof Variables>
type Environment = Record<string, string | undefined>

/** Reads the environment and reports all mistakes at once, each as a sentence. */
export function readConfig(environment: Environment, root: string): Config {
  const provided = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const result = Variables.safeParse(provided)
  if (!result.success)
    throw misconfigured(
      [...Map.groupBy(result.error.issues, ({ path }) => String(path[0]))].map(([name, [issue]]) =>
        mistakeSentence(name, issue!.message, provided[name]),
      ),
    )
  const values = result.data
  const federated = readProviders(provided, values.OIDC_PROVIDERS)
  const mistakes = [...federated.mistakes, ...mistakesOf(values, provided)]
  if (mistakes.length > 0) throw misconfigured(mistakes)
  return configOf(values, federated.providers, root)
}

const misconfigured = (mistakes: readonly string[]) =>
  new PermanentStartError(
    `The configuration has ${mistakes.length === 1 ? 'a mistake' : 'mistakes'}:\n  ${mistakes.join('\n  ')}`,
  )

const isProduction = ({ NODE_ENV: mode }: Values) => mode === 'production'

/** Reports variables that do not fit each other. */
function mistakesOf(values: Values, provided: Environment): string[] {
  const mistakes = [
    ...hostedMistakes(values, provided),
    ...paymentMistakes(values),
    ...mailMistakes(values),
    ...mapMistakes(values),
    ...storageMistakes(values),
    ...backupMistakes(values),
    ...pushMistakes(values),
    ...metricsMistakes(values),
  ]
  if (values.HOTJAR_ENABLED && !values.HOTJAR_ID)
    mistakes.push('HOTJAR_ID: Give the number of your site, or set HOTJAR_ENABLED=off.')
  if (isProduction(values)) mistakes.push(...productionMistakes(values))
  if (values.DATABASE_READ_URL && !values.DATABASE_URL)
    mistakes.push('DATABASE_READ_URL: Set DATABASE_URL too; the embedded PostgreSQL has no replicas.')
  return mistakes
}

function configOf(values: Values, providers: Provider[], root: string): Config {
  const { url, ...network } = networkOf(values)
  const dataDir = values.DATA_DIR ?? join(root, '.sitwell')
  const secret = values.SECRET ?? storedSecret(dataDir)
  const production = isProduction(values)
  return {
    ...network,
    databaseUrl: values.DATABASE_URL,
    readUrls: values.DATABASE_READ_URL ?? [],
    readMaxLagSeconds: values.DATABASE_READ_MAX_LAG_SECONDS,
    dataDir,
    demo: values.DEMO ?? (production ? 'off' : 'on'),
    services: values.SERVICES,
    site: siteOf(values, url, secret),
    mail: mailOf(values),
    mailFeedback: feedbackKeysOf(values),
    mailReports: mailReportsOf(values),
    log: logOf(values),
    errorsTo: values.ERRORS_TO,
    otlp: otlpOf(values),
    hotjar: values.HOTJAR_ENABLED && values.HOTJAR_ID ? { id: values.HOTJAR_ID } : undefined,
    metrics: metricsOf(values),
    storage: storageOf(values, dataDir),
    backup: backupOf(values, dataDir),
    map: mapOf(values, dataDir),
    identity: identityOf(values, providers, secret),
    hosted: values.IDENTITY === 'hosted' ? hostedOf(values) : undefined,
    stripe: values.PAYMENTS === 'stripe' ? stripeOf(values) : undefined,
    production,
    stopDelaySeconds: values.STOP_DELAY_SECONDS,
    shutdownSeconds: 8,
    requestsPerAddress: values.REQUESTS_PER_ADDRESS,
    pageCacheBytes: values.PAGE_CACHE_MB * 2 ** 20,
    widgetSites: values.WIDGET_SITES,
  }
}

/** How the server is reached, and from where. */
function networkOf(values: Values) {
  const production = isProduction(values)
  // In development only this computer connects; a public site is reached from elsewhere.
  const host = values.HOST ?? (production ? '0.0.0.0' : '127.0.0.1')
  const url = values.SITE_URL ?? `http://localhost:${values.PORT}`
  const trustProxy = (values.TRUST_PROXY && readTrustProxy(values.TRUST_PROXY)) || undefined
  const isLocal = !production && !trustProxy && isLocalName(host) && isLocalName(new URL(url).host)
  return { port: values.PORT, host, url, trustProxy, isLocal }
}

const siteOf = (values: Values, url: string, secret: string): Site => ({
  name: values.SITE_NAME,
  configuredName: values.SITE_NAME,
  ...originalLook,
  url,
  description: values.SITE_DESCRIPTION,
  operator: {
    name: values.OPERATOR_NAME,
    address: values.OPERATOR_ADDRESS,
    email: values.OPERATOR_EMAIL,
    country: values.OPERATOR_COUNTRY ?? 'PT',
  },
  secret,
  previousSecrets: values.SECRET_PREVIOUS ?? [],
  mailConfigured: values.SMTP_URL !== undefined,
  needsProvenAddress: isProduction(values) || values.SMTP_URL !== undefined,
  pushKeys: pushKeysOf(values),
})

/** Reads the secret stored in the data folder; generates it at the first start. */
function storedSecret(dataDir: string): string {
  const file = join(dataDir, 'secret')
  if (!existsSync(file)) {
    createDataFolder(dataDir)
    writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600 })
  }
  return readFileSync(file, 'utf8').trim()
}
