import { useEffect, useMemo } from 'react'
import type { Duty, ReportCards } from '#contract/care/report-cards.ts'
import { withQueued } from '#web/care/merge.ts'
import { startCare } from '#web/care/start-care.ts'
import { careQueue, freshReports } from '#web/care/sync.ts'

/** The cards of a booking with what waits on this device, and how much that is. */
export function useReport(duty: Duty): { report: ReportCards; waiting: number } {
  const { id } = duty.booking
  const fresh = freshReports((reports) => reports[id])
  const queue = careQueue((state) => state.queue)
  useEffect(() => void startCare(), [])
  // A page that was loaded anew knows better than what came before it.
  useEffect(() => freshReports.setState({ [id]: duty.report }), [id, duty.report])
  return useMemo(() => {
    const own = (queue ?? []).filter((row) => row.bookingId === id && row.refusal === null)
    return {
      report: withQueued(
        fresh ?? duty.report,
        own.map(({ entry }) => entry),
      ),
      waiting: own.length,
    }
  }, [queue, id, fresh, duty.report])
}
