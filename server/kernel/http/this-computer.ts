import type { FastifyRequest } from 'fastify'

/** Returns true for 127.0.0.0/8 and ::1, also for an IPv4-mapped IPv6 address. */
export const isLoopback = (address: string): boolean => /^(::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/i.test(address)

/** Returns true for a name that always means this computer; `authority` may include a port. */
export function isLocalName(authority: string): boolean {
  if (isLoopback(authority)) return true
  const name = authority.toLowerCase().replace(/:\d+$/, '')
  return name === 'localhost' || name.endsWith('.localhost') || isLoopback(name.replaceAll(/^\[|\]$/g, ''))
}

/** Headers by which proxies, load balancers and CDNs mark forwarded requests. */
const proxyHeaders =
  /^(forwarded|via|x-forwarded-.+|x-original-.+|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|cf-.+|cdn-loop|fly-.+|fastly-.+)$/

type PeerRequest = Pick<FastifyRequest, 'headers' | 'socket' | 'raw'>

/**
 * Returns true if the request comes from a program on this computer and not through a proxy on it. The peer address
 * decides; `Host` and `Origin` can only rule it out: a foreign name means a proxy, or a page of another site whose name
 * resolves to this computer.
 */
export function isFromThisComputer({ headers, socket, raw }: PeerRequest): boolean {
  if (!isLoopback(socket.remoteAddress ?? '')) return false
  // Browsers and programs have used HTTP/1.1 since 1999; proxies that add no header often use 1.0.
  if (raw.httpVersionMajor === 1 && raw.httpVersionMinor === 0) return false
  if (Object.keys(headers).some((name) => proxyHeaders.test(name))) return false
  if (!isLocalName(headers.host ?? '')) return false
  const { origin } = headers
  return origin === undefined || origin === 'null' || isLocalName(origin.replace(/^https?:\/\//, ''))
}
