import type { listBookingLines } from '#contract/bookings/lines.ts'
import type { EndpointResponse } from '#contract/endpoint.ts'
import { findLines } from '#server/bookings/record/lines-store.ts'
import type { Deps, Viewer } from '#server/kernel/deps.ts'
import { Problem } from '#server/kernel/problem.ts'

const most = 100

/** Lists the viewer's bookings in short; with `q` only those whose people, pets or number match. */
export async function listOwnLines(
  { db }: Deps,
  viewer: Viewer,
  { accountId, q }: { accountId: string; q?: string | undefined },
): Promise<EndpointResponse<typeof listBookingLines>> {
  if (accountId.toLowerCase() !== viewer.accountId) throw new Problem('account-not-found')
  const rows = await findLines(db, { accountId: viewer.accountId, q, limit: most + 1 })
  return {
    items: rows.slice(0, most).map((row) => ({
      id: row.id,
      number: row.number,
      role: row.role,
      service: row.service,
      status: row.status,
      startOn: row.start_on,
      endOn: row.end_on,
      datesOpen: row.dates_open,
      other: { accountId: row.other_id, name: row.other_name },
      petNames: row.pet_names,
    })),
    isComplete: rows.length <= most,
  }
}
