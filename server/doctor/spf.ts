import { BlockList, isIP } from 'node:net'
import type { Dns } from '#server/kernel/outside/dns.ts'

/**
 * What receivers make of an address that sends mails of a domain (RFC 7208). `not computed` depends on the single mail;
 * with `permerror` the record does not count.
 */
export type SpfResult = {
  result: 'pass' | 'fail' | 'softfail' | 'neutral' | 'none' | 'permerror' | 'not computed'
  /** The part of the record that decided, or what is wrong with it. */
  by: string
}

const qualifiers = { '+': 'pass', '-': 'fail', '~': 'softfail', '?': 'neutral' } as const
type Qualifier = keyof typeof qualifiers

type Mechanism = {
  text: string
  qualifier: Qualifier
  name: string
  /** After the colon. */
  argument: string | undefined
  /** Lengths of the prefixes of networks. */
  bits4: number
  bits6: number
}
type Policy = { mechanisms: Mechanism[]; redirect: string | undefined }

/** Receivers stop after so many terms that ask name servers, and after so many answers without a record. */
const maxLookups = 10
const maxEmptyAnswers = 2
const maxMailServers = 10

class WrongRecord extends Error {}

const isSpf = (text: string): boolean => /^v=spf1( |$)/i.test(text)

const mechanismForm =
  /^([-+~?])?(all|include|a|mx|ptr|ip4|ip6|exists)(?::(.+?))?(?:\/(\d{1,3}))?(?:\/\/(\d{1,3}))?$/i

/** Whether the part after the colon is right. */
const rightArguments: Record<string, (argument: string | undefined) => boolean> = {
  all: (argument) => argument === undefined,
  include: (argument) => argument !== undefined,
  exists: (argument) => argument !== undefined,
  a: () => true,
  mx: () => true,
  ptr: () => true,
  ip4: (argument) => isIP(argument ?? '') === 4,
  ip6: (argument) => isIP(argument ?? '') === 6,
}

function readMechanism(text: string): Mechanism {
  const [, qualifier = '+', given = '', argument, first, second] = mechanismForm.exec(text) ?? []
  const name = given.toLowerCase()
  const bits4 = name === 'ip6' ? 32 : Number(first ?? 32)
  const bits6 = Number((name === 'ip6' ? first : second) ?? 128)
  if (!rightArguments[name]?.(argument) || bits4 > 32 || bits6 > 128)
    throw new WrongRecord(`“${text}” is no part of an SPF record`)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the form allows only these
  return { text, qualifier: qualifier as Qualifier, name, argument, bits4, bits6 }
}

/** Throws for a record with any part that is wrong, as receivers do. */
function readPolicy(record: string): Policy {
  const policy: Policy = { mechanisms: [], redirect: undefined }
  for (const text of record.trim().split(/ +/).slice(1)) {
    const [, name, value] = /^([a-z][\w.-]*)=(.*)$/i.exec(text) ?? []
    if (name === undefined) policy.mechanisms.push(readMechanism(text))
    else if (name.toLowerCase() === 'redirect') {
      if (policy.redirect !== undefined) throw new WrongRecord('it has “redirect” twice')
      policy.redirect = value
    }
  }
  return policy
}

/** Counts what one evaluation asks the name servers. */
function countLookups(dns: Dns) {
  const counts = { lookups: 0, empty: 0 }
  return {
    addTerm(): void {
      if (++counts.lookups > maxLookups) throw new WrongRecord(`it needs more than ${maxLookups} look-ups`)
    },
    async ask<T>(answers: Promise<T[]>): Promise<T[]> {
      const found = await answers
      if (found.length === 0 && ++counts.empty > maxEmptyAnswers)
        throw new WrongRecord(`more than ${maxEmptyAnswers} of its names do not exist`)
      return found
    },
    dns,
  }
}
type Lookups = ReturnType<typeof countLookups>
type Sender = { address: string; family: 4 | 6 }
/** Undefined: it depends on the mail. */
type Match = boolean | undefined

function isWithin({ address, family }: Sender, network: string, { bits4, bits6 }: Mechanism): boolean {
  if (isIP(network) !== family) return false
  const list = new BlockList()
  const type = family === 4 ? 'ipv4' : 'ipv6'
  list.addSubnet(network, family === 4 ? bits4 : bits6, type)
  return list.check(address, type)
}

type Matcher = (sender: Sender, domain: string, mechanism: Mechanism, lookups: Lookups) => Promise<Match>

const dependsOnMail: Matcher = async (_sender, _domain, _mechanism, { addTerm }) => {
  addTerm()
  return undefined
}
const matchesNetwork: Matcher = async (sender, _domain, mechanism) =>
  isWithin(sender, mechanism.argument!, mechanism)

const matchers: Record<string, Matcher> = {
  all: async () => true,
  ip4: matchesNetwork,
  ip6: matchesNetwork,
  exists: dependsOnMail,
  ptr: dependsOnMail,
  async a(sender, domain, mechanism, lookups) {
    lookups.addTerm()
    const addresses = await lookups.ask(
      lookups.dns.readAddresses(mechanism.argument ?? domain, sender.family),
    )
    return addresses.some((one) => isWithin(sender, one, mechanism))
  },
  async mx(sender, domain, mechanism, lookups) {
    lookups.addTerm()
    const servers = await lookups.ask(lookups.dns.readMx(mechanism.argument ?? domain))
    if (servers.length > maxMailServers)
      throw new WrongRecord(`“${mechanism.text}” has more than ${maxMailServers} mail servers`)
    const addresses = await Promise.all(
      servers.map((server) => lookups.dns.readAddresses(server, sender.family)),
    )
    return addresses.flat().some((one) => isWithin(sender, one, mechanism))
  },
  async include(sender, _domain, { argument, text }, lookups) {
    lookups.addTerm()
    const { result } = await evaluate(sender, argument!, lookups)
    if (result === 'none') throw new WrongRecord(`“${text}” names a domain without an SPF record`)
    return result === 'not computed' ? undefined : result === 'pass'
  },
}

const hasMacro = (text: string | undefined): boolean => text?.includes('%') ?? false

async function evaluate(sender: Sender, domain: string, lookups: Lookups): Promise<SpfResult> {
  const records = (await lookups.dns.readTxt(domain)).filter(isSpf)
  if (records.length > 1) throw new WrongRecord(`${domain} has ${records.length} SPF records`)
  if (records.length === 0) return { result: 'none', by: domain }
  const { mechanisms, redirect } = readPolicy(records[0]!)
  /** The first part that depends on the mail, so that only a later “pass” is certain. */
  let unknown: Mechanism | undefined
  const decided = (certain: SpfResult): SpfResult =>
    !unknown || (unknown.qualifier === '+' && certain.result === 'pass')
      ? certain
      : { result: 'not computed', by: unknown.text }
  for (const mechanism of mechanisms) {
    const match = hasMacro(mechanism.argument)
      ? await dependsOnMail(sender, domain, mechanism, lookups)
      : await matchers[mechanism.name]!(sender, domain, mechanism, lookups)
    if (match) return decided({ result: qualifiers[mechanism.qualifier], by: mechanism.text })
    if (match === undefined) unknown ??= mechanism
  }
  if (redirect === undefined) return decided({ result: 'neutral', by: 'the end of the record' })
  if (hasMacro(redirect)) return { result: 'not computed', by: `redirect=${redirect}` }
  lookups.addTerm()
  const redirected = await evaluate(sender, redirect, lookups)
  if (redirected.result === 'none') throw new WrongRecord(`“redirect=${redirect}” names no SPF record`)
  return decided(redirected)
}

/** Computes whether the domain lets this address send its mails; throws if the name servers do not answer. */
export async function evaluateSpf(dns: Dns, domain: string, address: string): Promise<SpfResult> {
  try {
    return await evaluate({ address, family: isIP(address) === 6 ? 6 : 4 }, domain, countLookups(dns))
  } catch (error) {
    if (error instanceof WrongRecord) return { result: 'permerror', by: error.message }
    throw error
  }
}
