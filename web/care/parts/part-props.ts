import type { ReportCard } from '#contract/care/report-cards.ts'

/** What every part of a card that is filled in gets. */
export type PartProps = {
  bookingId: string
  card: ReportCard
  writable: boolean
  timeZone: string
}
