import type { Endpoint } from '#contract/endpoint.ts'
import { isPermission } from '#contract/staff/codes.ts'
import type { Tx } from '#server/kernel/db/db.ts'
import { newId } from '#server/kernel/ids.ts'

/** Returns true for the endpoints that are written down each time they succeed: what changes something but a draft. */
export const isStaffAct = ({ access, method, calculates, draft }: Endpoint): boolean =>
  isPermission(access) && method !== 'GET' && !calculates && !draft

type Sent = { params?: unknown; query?: unknown; body?: unknown }
type Act = {
  endpoint: Endpoint
  accountId: string
  sent: Sent
  /** Ids of people and records besides those in the address. */
  concerned: readonly string[]
  ip: string
  at: Date
}

const stringsIn = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.values(value).filter((one) => typeof one === 'string')
    : []

/** The words of a body that say why: `statement` is the one of a decided case. */
function reasonIn(body: unknown): string | null {
  if (typeof body !== 'object' || body === null) return null
  const reason = 'reason' in body ? body.reason : 'statement' in body ? body.statement : null
  return typeof reason === 'string' ? reason : null
}

/** Writes down what a member of staff has done, in the transaction that did it. */
export async function recordStaffAct(tx: Tx, act: Act): Promise<void> {
  const { endpoint, accountId, sent, concerned, ip, at } = act
  await tx
    .insertInto('staff_act')
    .values({
      id: newId(at),
      at,
      account_id: accountId,
      act: `${endpoint.method} ${endpoint.path}`,
      permission: endpoint.access,
      concerns: [...new Set([...stringsIn(sent.params), ...concerned])],
      reason: reasonIn(sent.body),
      request: JSON.stringify({ params: sent.params, ...(!endpoint.actWithoutBody && { body: sent.body }) }),
      ip,
    })
    .execute()
}
