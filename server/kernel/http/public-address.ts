import dns from 'node:dns'
import type http from 'node:http'
import https from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/**
 * Which addresses of the net may be asked for somebody: those that everybody on the Internet can reach. What the machine
 * and its neighbours alone can reach would answer questions of strangers in our name.
 */

/** IANA's special-purpose registries; what is here is reached by nobody outside, or leads elsewhere. */
const closedV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10', // shared by a provider's customers
  '127.0.0.0/8',
  '169.254.0.0/16', // link-local, and the data of machines in clouds
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
/** Of version 6 only global unicast is open: mapped, compatible, NAT64, unique local, link-local and multicast lie outside. */
const openV6 = '2000::/3'
const closedV6 = [
  '2001::/23', // protocol assignments: Teredo, ORCHID, benchmarks
  '2001:db8::/32',
  '2002::/16', // 6to4 carries an address of version 4
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
const v4 = listOf(closedV4)
const v6 = listOf(closedV6)
const globalV6 = listOf([openV6])

/** An address as the system gives it, in any of its forms; what is none, or names an interface, is not public. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !v4.check(address, 'ipv4')
  if (version !== 6 || address.includes('%')) return false
  return globalV6.check(address, 'ipv6') && !v6.check(address, 'ipv6') && !isEmbedding(address)
}

/** ISATAP keeps an address of version 4 in the last half: `…:0:5efe:10.0.0.1`. */
const isEmbedding = (address: string): boolean => /:0{0,3}[02]?0{0,2}:5efe:[^:]+(:[^:]+)?$/i.test(address)

/** What only the machine's own network resolves. The address decides in the end; this saves the question. */
const closedNames =
  /(^|\.)(localhost|localdomain|local|internal|intranet|private|corp|home|lan|arpa|test|example|invalid|onion|alt)$/

/** A name as `URL.hostname` writes it that could belong to the Internet: two parts at least, and no name of a home network. */
export function isPublicName(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.$/, '')
  return name.includes('.') && !name.includes('..') && !closedNames.test(name)
}

/** Thrown at the moment of connecting, before a single packet is sent. */
export class ClosedAddress extends Error {
  override name = 'ClosedAddress'
}

export type Resolve = typeof dns.lookup

/**
 * Resolves and checks in one: the connection is made to the very addresses that were checked, so no second answer of a
 * name server can lead elsewhere. One closed address among open ones closes the name.
 */
export const checkedLookup =
  (isOpen: (address: string) => boolean, resolve: Resolve = dns.lookup): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, [])
      const [first] = addresses
      if (!first || !addresses.every(({ address }) => isOpen(address)))
        return callback(new ClosedAddress(`${hostname} is no public address`), [])
      if (options.all) return callback(null, addresses)
      callback(null, first.address, first.family)
    })
  }

/** Numbers are connected to without a look-up, so they are checked where the connection is made. */
export function guard<A extends http.Agent>(agent: A, isOpen: (address: string) => boolean): A {
  const connect = agent.createConnection.bind(agent)
  agent.createConnection = (options, callback) => {
    const host = (options as { host?: string | null }).host?.replace(/^\[(.*)\]$/, '$1') ?? ''
    if (isIP(host) !== 0 && !isOpen(host)) throw new ClosedAddress(`${host} is no public address`)
    return connect(options, callback)
  }
  return agent
}

/** For libraries that take an agent: whatever they are told to ask, they reach public addresses only. Nothing is kept open. */
export const publicAgent = (): https.Agent =>
  guard(
    new https.Agent({ keepAlive: false, lookup: checkedLookup(isPublicAddress), rejectUnauthorized: true }),
    isPublicAddress,
  )
