import type { IncomingHttpHeaders } from 'node:http'

/** Proxies that may state the client's address; undefined means none. */
type TrustProxy = ((address: string, hop: number) => boolean) | undefined

type Peer = { socket: { remoteAddress?: string | undefined }; headers: IncomingHttpHeaders }

/** Removes the ports that some proxies add, by which each connection would count as another client. */
export const withoutPorts = (list: string): string =>
  list.replaceAll(/(\d+\.\d+\.\d+\.\d+):\d+|\[([\da-f:.]+)\](?::\d+)?/gi, (_, v4, v6) => String(v4 ?? v6))

/** Returns the client's address of a request that is answered before routing, by the same rule as for all others. */
export function clientAddressOf({ socket, headers }: Peer, trustProxy: TrustProxy): string {
  const sender = socket.remoteAddress ?? ''
  if (!trustProxy) return sender
  const stated = withoutPorts(String(headers['x-forwarded-for'] ?? ''))
    .split(',')
    .map((address) => address.trim())
    .filter(Boolean)
  const addresses = [sender, ...stated.toReversed()]
  const client = addresses.findIndex((address, hop) => !trustProxy(address, hop))
  return addresses.at(client)!
}

/** Whoever knows what follows one of these words in a path may read or do something, so it is not logged. */
const secretAfter = /\/(calendars|deletion|i|invites|join|lists|lost|unsubscribe)\/[^/]+/g

/** The path as it may be logged: without the query, which may contain codes, names and places. */
export const loggedPathOf = (url: string): string => url.split('?', 1)[0]!.replaceAll(secretAfter, '/$1/…')
