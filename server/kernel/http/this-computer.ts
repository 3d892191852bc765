import type { FastifyRequest } from 'fastify'

/** 127.0.0.0/8 and ::1, also as an IPv4 address written in IPv6. */
export const isLoopback = (address: string): boolean => /^(::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/i.test(address)

/** A name that leads to this computer and no other; `authority` may end in a port. */
export function isLocalName(authority: string): boolean {
  if (isLoopback(authority)) return true
  const name = authority.toLowerCase().replace(/:\d+$/, '')
  return name === 'localhost' || name.endsWith('.localhost') || isLoopback(name.replaceAll(/^\[|\]$/g, ''))
}

/** The headers with which proxies, balancers and CDNs say that they passed a request on. */
const ofProxies =
  /^(forwarded|via|x-forwarded-.+|x-original-.+|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|cf-.+|cdn-loop|fly-.+|fastly-.+)$/

type Asked = Pick<FastifyRequest, 'headers' | 'socket' | 'raw'>

/**
 * A program on this computer asks, and not a proxy on this computer for somebody else. The peer decides; `Host` and `Origin`
 * can only close: a foreign name there is a proxy, or a page of another site whose name leads to this computer.
 */
export function isFromThisComputer({ headers, socket, raw }: Asked): boolean {
  if (!isLoopback(socket.remoteAddress ?? '')) return false
  // Browsers and programs have spoken HTTP/1.1 since 1999; proxies that add no header often speak 1.0.
  if (raw.httpVersionMajor === 1 && raw.httpVersionMinor === 0) return false
  if (Object.keys(headers).some((name) => ofProxies.test(name))) return false
  if (!isLocalName(headers.host ?? '')) return false
  const { origin } = headers
  return origin === undefined || origin === 'null' || isLocalName(origin.replace(/^https?:\/\//, ''))
}
