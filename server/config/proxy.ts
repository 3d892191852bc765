import { BlockList, isIP } from 'node:net'

/** Whether the sender of a request, or the `hop`-th proxy before it, is one of the operator's proxies. */
export type TrustProxy = (address: string, hop: number) => boolean

/** Minimum prefix lengths, because wider networks would trust half of the internet. */
const leastBits = { 4: 8, 6: 7 } as const
const mostHops = 10

/** Names that `TRUST_PROXY` accepts for networks that are not routed on the internet. */
const named: Record<string, string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

export const proxyAdvice =
  'Write how many proxies stand in front of this server, like 1, or their addresses and networks with commas in between, like 10.0.0.5 or 192.168.0.0/24. "on" believed whatever anybody wrote into X-Forwarded-For'

type Network = { address: string; bits: number; family: 'ipv4' | 'ipv6' }

function readNetwork(text: string): Network | undefined {
  const [, address, bits] = /^([\d.:a-f]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? []
  const version = isIP(address ?? '')
  if (!address || (version !== 4 && version !== 6)) return undefined
  const all = version === 4 ? 32 : 128
  const prefix = bits === undefined ? all : Number(bits)
  if (prefix < leastBits[version] || prefix > all) return undefined
  return { address, bits: prefix, family: version === 4 ? 'ipv4' : 'ipv6' }
}

/** Returns undefined if the text is neither a number of hops nor a list of networks; null if no proxy is trusted. */
export function readTrustProxy(text: string): TrustProxy | null | undefined {
  const words = text.trim().toLowerCase()
  if (words === 'off' || words === '0') return null
  if (/^\d+$/.test(words)) {
    const hops = Number(words)
    return hops <= mostHops ? (_address, hop) => hop < hops : undefined
  }
  const networks = words
    .split(',')
    .flatMap((part) => named[part.trim()] ?? [part.trim()])
    .map(readNetwork)
  const list = new BlockList()
  for (const network of networks) {
    if (!network) return undefined
    list.addSubnet(network.address, network.bits, network.family)
  }
  return (address) => {
    // A server that listens on all addresses sees IPv4 peers as ::ffff:10.0.0.5.
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
    const version = isIP(plain)
    return version !== 0 && list.check(plain, version === 4 ? 'ipv4' : 'ipv6')
  }
}
