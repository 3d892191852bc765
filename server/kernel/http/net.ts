import { isIPv6 } from 'node:net'

/** Returns the network of one household or server: an IPv4 address, or the /64 of an IPv6 address. */
export function netOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped) return mapped
  const address = ip.split('%')[0]!
  if (!isIPv6(address)) return ip
  const [head = '', tail] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail === '' ? 0 : tail.split(':').length)
  const all = [...groups, ...Array<string>(missing).fill('0'), ...(tail ? tail.split(':') : [])]
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
