import { BlockList, isIP } from 'node:net'

/** Whether the sender of a request, or the `hop`-th proxy before it, is one of the operator's proxies. */
export type TrustProxy = (address: string, hop: number) => boolean

/** Minimum prefix lengths, because wider networks would trust half of the internet. */
const minPrefixLength = { 4: 8, 6: 7 } as const
const maxHops = 10

/** Names that `TRUST_PROXY` accepts for networks that are not routed on the internet. */
const namedNetworks: Record<string, string[]> = {
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
  if (prefix < minPrefixLength[version] || prefix > all) return undefined
  return { address, bits: prefix, family: version === 4 ? 'ipv4' : 'ipv6' }
}

/** Returns undefined if the text is neither a number of hops nor a list of networks; null if no proxy is trusted. */
export function readTrustProxy(text: string): TrustProxy | null | undefined {
  const normalised = text.trim().toLowerCase()
  if (normalised === 'off' || normalised === '0') return null
  if (/^\d+$/.test(normalised)) {
    const hops = Number(normalised)
    return hops <= maxHops ? (_address, hop) => hop < hops : undefined
  }
  const networks = normalised
    .split(',')
    .flatMap((part) => namedNetworks[part.trim()] ?? [part.trim()])
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
