import { createPublicKey } from 'node:crypto'
import { isIP } from 'node:net'
import type { WithSettings } from '#server/doctor/check.ts'
import { fault, type Finding, notConfigured, ok, warning } from '#server/doctor/finding.ts'
import { evaluateSpf } from '#server/doctor/spf.ts'
import { isPublicAddress } from '#server/kernel/http/public-address.ts'
import { isLocalName } from '#server/kernel/http/this-computer.ts'
import type { Dns } from '#server/kernel/outside/dns.ts'

/** Returns the domain of MAIL_FROM if mails are sent from a public one. */
function senderDomain({ config: { mail } }: WithSettings): string | undefined {
  const domain = /@([\w.-]+)/.exec(mail.from)?.[1]?.toLowerCase() ?? ''
  return mail.smtpUrl && domain.includes('.') && !isLocalName(domain) ? domain : undefined
}

const noSender = notConfigured('No mails are sent from a domain of yours.')

/** The record that says which servers may send mails of the domain (RFC 7208). */
export async function spf(input: WithSettings): Promise<Finding> {
  const domain = senderDomain(input)
  if (!domain) return noSender
  const records = (await input.outside.dns.readTxt(domain)).filter((text) => /^v=spf1( |$)/i.test(text))
  const [record] = records
  if (!record)
    return warning(
      `${domain} has no SPF record.`,
      `Publish a TXT record “v=spf1 … -all” that names your mail server; its provider says which.`,
    )
  if (records.length > 1)
    return fault(`${domain} has ${records.length} SPF records, so none counts.`, 'Join them into one.')
  if (/(^| )\+?all$/i.test(record.trim()))
    return fault(`“${record}” lets every server send mails of ${domain}.`, 'End it with “-all” or “~all”.')
  return coverage({ ...input, domain, record })
}

/** Returns the public addresses of the mail server; none if it is on this machine or in a private network. */
async function addressesOf(host: string, { readAddresses }: Dns): Promise<string[]> {
  const found = isIP(host)
    ? [host]
    : (await Promise.all(([4, 6] as const).map((family) => readAddresses(host, family)))).flat()
  return found.filter(isPublicAddress)
}

/** Computes whether the record lets the mail server send, as far as its addresses are known. */
async function coverage({
  config: { mail },
  outside: { dns },
  domain,
  record,
}: WithSettings & { domain: string; record: string }): Promise<Finding> {
  const host = new URL(mail.smtpUrl!).hostname.replaceAll(/^\[|\]$/g, '')
  const addresses = isLocalName(host) ? [] : await addressesOf(host, dns)
  if (addresses.length === 0)
    return ok(
      `${domain} says “${record}”; make sure that this names the address from which ${host} sends, which is not in the public DNS.`,
    )
  const results = await Promise.all(
    addresses.map(async (address) => ({ address, ...(await evaluateSpf(dns, domain, address)) })),
  )
  const wrong = results.find(({ result }) => result === 'permerror')
  if (wrong) return fault(`The SPF record of ${domain} does not count: ${wrong.by}.`, `Correct “${record}”.`)
  const unknown = results.find(({ result }) => result === 'not computed')
  if (unknown)
    return ok(
      `${domain} says “${record}”; “${unknown.by}” depends on the single mail, so make sure that this names your mail server.`,
    )
  const refused = results.filter(({ result }) => result !== 'pass')
  if (refused.length === 0) return ok(`“${record}” names ${host} (${addresses.join(', ')}).`)
  const networks = refused.map(({ address }) => `ip${isIP(address)}:${address}`).join(' ')
  return warning(
    `“${record}” does not name ${refused.map(({ address }) => address).join(', ')} of ${host}: the result is “${refused[0]!.result}”, by “${refused[0]!.by}”.`,
    `Add what the provider of the mail server tells you, or “${networks}” if it sends from there, before the end of the record.`,
  )
}

/** Returns the tags of a record such as `v=DKIM1; k=rsa; p=…`. */
const tagsOf = (record: string): Map<string, string> =>
  new Map(
    record.split(';').flatMap((part): [string, string][] => {
      const [name = '', ...rest] = part.split('=')
      return rest.length === 0 ? [] : [[name.trim().toLowerCase(), rest.join('=').replaceAll(/\s/g, '')]]
    }),
  )

const publicPartOf = (privateKey: string): string =>
  createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64')

/** Compares the published key with the one that signs (RFC 6376). */
export async function dkim({ config: { mail }, outside }: WithSettings): Promise<Finding> {
  if (!mail.dkim)
    return notConfigured(
      mail.smtpUrl
        ? 'DKIM_KEY_FILE names no key: the mail server has to sign the mails.'
        : 'No mails are sent.',
    )
  const { domainName, keySelector, privateKey } = mail.dkim
  const name = `${keySelector}._domainkey.${domainName}`
  const own = publicPartOf(privateKey)
  const advice = `Publish this TXT record at ${name}: v=DKIM1; k=rsa; p=${own}`
  const keys = (await outside.dns.readTxt(name)).flatMap((text) => tagsOf(text).get('p') ?? [])
  if (keys.length === 0) return fault(`There is no key at ${name}.`, advice)
  if (keys.length > 1)
    return fault(`There are ${keys.length} keys at ${name}.`, 'Remove all but one of them.')
  if (keys[0] === '') return fault(`The key at ${name} is revoked.`, advice)
  return keys[0] === own
    ? ok(`The key at ${name} is the one that signs.`)
    : fault(`The key at ${name} is not the one that signs.`, advice)
}

/** Looks at the domain itself and then at those above it, down to two labels (RFC 7489). */
async function findDmarc(
  domain: string,
  readTxt: Dns['readTxt'],
): Promise<{ at: string; records: string[] }> {
  const labels = domain.split('.')
  for (let from = 0; from <= Math.max(0, labels.length - 2); from++) {
    const at = labels.slice(from).join('.')
    const records = (await readTxt(`_dmarc.${at}`)).filter((text) => /^v=DMARC1\s*(;|$)/i.test(text))
    if (records.length > 0) return { at, records }
  }
  return { at: domain, records: [] }
}

export async function dmarc(input: WithSettings): Promise<Finding> {
  const domain = senderDomain(input)
  if (!domain) return noSender
  const { at, records } = await findDmarc(domain, input.outside.dns.readTxt)
  const [record] = records
  const example = `“v=DMARC1; p=quarantine; rua=mailto:${input.config.site.operator.email}”`
  if (!record)
    return warning(
      `${domain} has no DMARC record.`,
      `Publish a TXT record ${example} at _dmarc.${domain}; large mailboxes ask for one.`,
    )
  if (records.length > 1)
    return fault(`${at} has ${records.length} DMARC records, so none counts.`, 'Remove all but one of them.')
  const policy = tagsOf(record).get('p')?.toLowerCase()
  if (policy === 'none')
    return ok(`${at} asks for reports only (“p=none”); raise it once they show that all mails pass.`)
  if (policy !== 'quarantine' && policy !== 'reject')
    return fault(`The DMARC record of ${at} names no policy.`, `Write it like ${example}.`)
  return ok(`${at} asks to ${policy} mails that do not pass.`)
}
