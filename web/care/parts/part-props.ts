import type { ReportCard } from '#contract/care/report-cards.ts'

/** Props shared by all editable parts of a card. */
export type PartProps = {
  bookingId: string
  card: ReportCard
  writable: boolean
  timeZone: string
}
