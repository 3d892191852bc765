import { z } from 'zod'
import type { WithSettings } from '#server/doctor/check.ts'
import { count, fault, type Finding, notConfigured, ok, warning } from '#server/doctor/finding.ts'
import { codeOf, messageOf } from '#server/kernel/error-facts.ts'
import { doctorHeader, doctorToken } from '#server/kernel/http/doctor-token.ts'
import { isLocalName } from '#server/kernel/http/this-computer.ts'
import { type Answer, ask } from '#server/kernel/outside/site-probe.ts'
import { version } from '#server/kernel/version.ts'

const Ready = z.object({
  version: z.string(),
  seen: z.object({
    address: z.string(),
    protocol: z.string(),
    host: z.string(),
    forwardedFor: z.string().nullable(),
  }),
})
type Ready = z.output<typeof Ready>

/** An address of the documentation ranges (RFC 5737), from which no request can come. */
const claimedAddress = '203.0.113.77'

/** Asks the public address how this request arrived; null if it is not this site that answers. */
async function askSite({ config, now, outside }: WithSettings, claims: Record<string, string> = {}) {
  const { url, secret } = config.site
  const answer = await ask(`${url}/readyz?exclude=database`, {
    ca: outside.ca,
    headers: { ...claims, [doctorHeader]: doctorToken(secret, now()) },
  })
  return { answer, ready: readyIn(answer) }
}

function readyIn({ body }: Answer): Ready | null {
  try {
    return Ready.safeParse(JSON.parse(body)).data ?? null
  } catch {
    return null
  }
}

const unreachable = (url: string, error: unknown): Finding =>
  fault(
    `${url} cannot be reached from here: ${messageOf(error) || codeOf(error)}.`,
    'Start the server, and check SITE_URL, its DNS record, the proxy and the firewall.',
  )

/** Whether this installation answers at SITE_URL. */
export async function address(input: WithSettings): Promise<Finding> {
  const { url } = input.config.site
  try {
    const { answer, ready } = await askSite(input)
    if (!ready)
      return fault(
        `Something else answers at ${url}, with ${answer.status}: another site, or one with another SECRET or an older version.`,
        'Let the proxy pass every path to this server unchanged, and give this command the settings of the server.',
      )
    if (ready.version === version) return ok(`This site answers at ${url}.`)
    return warning(
      `Version ${ready.version} answers at ${url}, and this is ${version}.`,
      'Restart the servers after an upgrade.',
    )
  } catch (error) {
    return unreachable(url, error)
  }
}

/** Judges what the server took from the headers of the proxies. */
function judgeProxy(
  { config }: WithSettings,
  { address: seen, protocol, host, forwardedFor }: Ready['seen'],
): Finding {
  const { url } = config.site
  const wanted = new URL(url)
  const chain = (forwardedFor ?? '').split(',').map((one) => one.trim())
  if (seen === claimedAddress)
    return fault(
      'The server believes the address that a client claims, so limits against guessing can be avoided.',
      'Lower TRUST_PROXY to the number of your proxies, or name their addresses, and let each append to X-Forwarded-For.',
    )
  if (!config.trustProxy && chain.length > 1)
    return fault(
      'A proxy is in front of the server, and TRUST_PROXY is not set: all visitors share one address and its limits.',
      'Set TRUST_PROXY to the number of your proxies, or to their addresses.',
    )
  if (`${protocol}:` !== wanted.protocol)
    return fault(
      `The server takes a request to ${url} for ${protocol}.`,
      'Let the proxy set X-Forwarded-Proto, and set TRUST_PROXY.',
    )
  if (host !== wanted.host)
    return fault(
      `The server takes a request to ${url} for one to ${host}.`,
      'Let the proxy pass the header Host on unchanged.',
    )
  return ok(`The server sees requests as they were sent: ${protocol}, ${host}, from ${seen}.`)
}

/** Sends a request that claims to come from elsewhere, and looks at what the server makes of it. */
export async function proxy(input: WithSettings): Promise<Finding> {
  if (input.config.isLocal) return notConfigured('Development answers this computer only, without a proxy.')
  try {
    const { ready } = await askSite(input, { 'x-forwarded-for': claimedAddress })
    return ready
      ? judgeProxy(input, ready.seen)
      : { state: 'skipped', says: 'This site does not answer at SITE_URL.' }
  } catch {
    return { state: 'skipped', says: 'SITE_URL cannot be reached from here.' }
  }
}

const plainSite = ({ site: { url }, production }: WithSettings['config']): Finding =>
  production && !isLocalName(new URL(url).host)
    ? warning(`${url} is not encrypted (PLAIN_HTTP=on).`, 'Use https if anybody else can reach this network.')
    : notConfigured(`${url} has no https.`)

/** Whether visitors without https are sent there, and browsers remember it (HSTS, RFC 6797). */
export async function https(input: WithSettings): Promise<Finding> {
  const { url } = input.config.site
  if (!url.startsWith('https:')) return plainSite(input.config)
  const { hostname } = new URL(url)
  const plainUrl = `http://${hostname}${input.outside.plainPort === 80 ? '' : `:${input.outside.plainPort}`}/`
  const [secure, plain] = await Promise.all([
    askSite(input).catch(() => null),
    ask(plainUrl).catch(() => null),
  ])
  if (!secure) return { state: 'skipped', says: 'SITE_URL cannot be reached from here.' }
  if (plain && !isRedirectTo(plain, hostname))
    return fault(
      `${plainUrl} answers ${plain.status} and does not send visitors to https.`,
      'Let the proxy redirect every plain request to https.',
    )
  if (!/max-age=[1-9]/i.test(secure.answer.headers['strict-transport-security'] ?? ''))
    return warning(
      'The header Strict-Transport-Security is missing.',
      'The server sends it; let the proxy pass it on.',
    )
  if (plain) return ok(`${plainUrl} sends visitors to https, and browsers remember it.`)
  return warning(
    `Nobody answers at ${plainUrl}.`,
    'Let the proxy redirect plain requests to https, for visitors who type the address.',
  )
}

const isRedirectTo = ({ status, headers }: Answer, hostname: string): boolean => {
  const target = URL.parse(headers.location ?? '')
  return (
    [301, 302, 307, 308].includes(status) && target?.protocol === 'https:' && target.hostname === hostname
  )
}

/** Certificates for 90 days are usually renewed 30 days before their end. */
const fewDays = 21
const dayMs = 86_400_000

/** Whether the certificate is trusted, and for how long it is valid. */
export async function certificate(input: WithSettings): Promise<Finding> {
  const { url } = input.config.site
  if (!url.startsWith('https:')) return notConfigured(`${url} has no https.`)
  const found = await ask(url, { ca: input.outside.ca }).then(
    (answer) => answer.certificate,
    () => undefined,
  )
  if (!found) return { state: 'skipped', says: 'SITE_URL cannot be reached from here.' }
  const days = Math.floor((found.validUntil.getTime() - input.now().getTime()) / dayMs)
  const advice = 'Renew it, and look why that does not happen by itself.'
  if (days < 0)
    return fault(`The certificate is not valid since ${found.validUntil.toISOString().slice(0, 10)}.`, advice)
  if (found.distrust !== null)
    return fault(
      `Browsers do not trust the certificate: ${found.distrust}.`,
      'Use one for this host name, with all intermediate certificates.',
    )
  const says = `The certificate is valid for ${count(days, 'day')}.`
  return days < fewDays ? warning(says, advice) : ok(says)
}
