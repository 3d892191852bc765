import dns from 'node:dns'
import type http from 'node:http'
import https from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/**
 * Protection against server-side request forgery: only addresses that are reachable from the whole Internet are open,
 * because services in the server's private network would trust its requests.
 */

/** IANA's special-purpose registries; these ranges are not globally reachable, or redirect elsewhere. */
const nonPublicV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10', // carrier-grade NAT
  '127.0.0.0/8',
  '169.254.0.0/16', // link-local, and metadata services of clouds
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16',
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
]
/**
 * In IPv6 only global unicast is open; mapped, compatible, NAT64, unique local, link-local and multicast addresses lie
 * outside of it.
 */
const globalUnicastV6 = '2000::/3'
const nonPublicV6 = [
  '2001::/23', // protocol assignments: Teredo, ORCHID, benchmarks
  '2001:db8::/32',
  '2002::/16', // 6to4, which embeds an IPv4 address
  '2620:4f:8000::/48',
  '3fff::/20',
]

const listOf = (ranges: readonly string[]): BlockList => {
  const list = new BlockList()
  for (const range of ranges) {
    const [net = '', bits] = range.split('/')
    list.addSubnet(net, Number(bits), isIP(net) === 4 ? 'ipv4' : 'ipv6')
  }
  return list
}
const v4 = listOf(nonPublicV4)
const v6 = listOf(nonPublicV6)
const globalV6 = listOf([globalUnicastV6])

/** Returns true for a public IP address in any notation; false for other text and for addresses with a zone. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !v4.check(address, 'ipv4')
  if (version !== 6 || address.includes('%')) return false
  return globalV6.check(address, 'ipv6') && !v6.check(address, 'ipv6') && !isEmbedding(address)
}

/** ISATAP embeds an IPv4 address in the last half: `…:0:5efe:10.0.0.1`. */
const isEmbedding = (address: string): boolean => /:0{0,3}[02]?0{0,2}:5efe:[^:]+(:[^:]+)?$/i.test(address)

/** Names that only a local network resolves. The final check is that of the address; this one saves a look-up. */
const localNames =
  /(^|\.)(localhost|localdomain|local|internal|intranet|private|corp|home|lan|arpa|test|example|invalid|onion|alt)$/

/**
 * Returns true for a host name, as in `URL.hostname`, that could be public: it has at least two labels and is not a
 * local name.
 */
export function isPublicName(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.$/, '')
  return name.includes('.') && !name.includes('..') && !localNames.test(name)
}

/** Thrown when a connection is opened, before any packet is sent. */
export class ClosedAddress extends Error {
  override name = 'ClosedAddress'
}

export type Resolve = typeof dns.lookup

/**
 * Returns a look-up that resolves and checks at once: the connection uses exactly the checked addresses, so a second
 * DNS answer cannot lead elsewhere. A name with one closed address is refused as a whole.
 */
export const checkedLookup =
  (isOpen: (address: string) => boolean, resolve: Resolve = dns.lookup): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, [])
      const [first] = addresses
      if (!first || !addresses.every(({ address }) => isOpen(address)))
        return callback(new ClosedAddress(`${hostname} is not a public address`), [])
      if (options.all) return callback(null, addresses)
      callback(null, first.address, first.family)
    })
  }

/** Checks IP addresses when a connection is opened, because they are connected to without a look-up. */
export function guard<A extends http.Agent>(agent: A, isOpen: (address: string) => boolean): A {
  const connect = agent.createConnection.bind(agent)
  agent.createConnection = (options, callback) => {
    const host = options.host?.replace(/^\[(.*)\]$/, '$1') ?? ''
    if (isIP(host) !== 0 && !isOpen(host)) throw new ClosedAddress(`${host} is not a public address`)
    return connect(options, callback)
  }
  return agent
}

/**
 * Returns an agent for libraries, which restricts all their requests to public addresses. Connections are not kept
 * alive.
 */
export const publicAgent = (): https.Agent =>
  guard(
    new https.Agent({ keepAlive: false, lookup: checkedLookup(isPublicAddress), rejectUnauthorized: true }),
    isPublicAddress,
  )
