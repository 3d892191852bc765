import { useEffect, useMemo } from 'react'
import type { Duty, ReportCards } from '#contract/care/report-cards.ts'
import { withQueued } from '#web/care/merge.ts'
import { startCare } from '#web/care/start-care.ts'
import { careQueue, freshReports } from '#web/care/sync.ts'

/** Returns a booking's cards merged with the queued entries, and the number of queued entries. */
export function useReport(duty: Pick<Duty, 'booking' | 'report'>): { report: ReportCards; waiting: number } {
  const { id } = duty.booking
  const fresh = freshReports((reports) => reports[id])
  const queue = careQueue((state) => state.queue)
  useEffect(() => void startCare(), [])
  // Data from the page's loader is newer than any report received before it.
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
