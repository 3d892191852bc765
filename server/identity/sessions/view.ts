import type { Session } from '#contract/sessions.ts'
import { deviceOf } from '#server/identity/sessions/device.ts'
import type { SessionRow } from '#server/identity/store.ts'
import { netOf } from '#server/kernel/http/net.ts'

/**
 * Returns enough of the network to recognise one's own: without the last number of an IPv4 address or the last 80
 * bits of an IPv6 address.
 */
export function networkOf(ip: string): string {
  const net = netOf(ip)
  return net.endsWith('::/64')
    ? net.replace(/:[^:]*::\/64$/, '::/48')
    : net.replace(/^(\d+\.\d+\.\d+)\.\d+$/, '$1.0/24')
}

export const viewSession = (row: SessionRow, currentId: string | null): Session => ({
  id: row.id,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at.toISOString(),
  ...deviceOf(row.user_agent),
  network: networkOf(row.ip),
  isCurrent: row.id === currentId,
})
