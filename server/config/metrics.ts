/** Access to `/metrics`. If neither is set, only this computer may read it, and in production no client. */
export type MetricsConfig = {
  /** The token that a client must send as `Authorization: Bearer …`. */
  token: string | undefined
  /** A separate address and port for monitoring; the site's own port then has no `/metrics`. */
  listen: { host: string; port: number } | undefined
}

type Values = { METRICS_TOKEN?: string | undefined; METRICS_ADDRESS?: string | undefined; PORT: number }

/** An address and a port; an IPv6 address is in brackets. */
export const metricsAddress = /^(\[[\da-f:.]+\]|[\w.-]+):(\d{1,5})$/i

export function metricsMistakes({ METRICS_ADDRESS: address, PORT: port }: Values): string[] {
  const listen = listenOf(address)
  if (!listen) return []
  if (listen.port < 1 || listen.port > 65_535) return ['METRICS_ADDRESS: Use a port from 1 to 65535.']
  return listen.port === port ? ['METRICS_ADDRESS: Use a port other than PORT.'] : []
}

export const metricsOf = ({ METRICS_TOKEN: token, METRICS_ADDRESS: address }: Values): MetricsConfig => ({
  token,
  listen: listenOf(address),
})

function listenOf(address: string | undefined): MetricsConfig['listen'] {
  const [, host, port] = metricsAddress.exec(address ?? '') ?? []
  return host && port ? { host: host.replaceAll(/^\[|\]$/g, ''), port: Number(port) } : undefined
}
