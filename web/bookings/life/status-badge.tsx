import type { Booking } from '#contract/bookings/bookings.ts'
import { statusDisplays } from '#web/bookings/life/booking-words.ts'
import { Badge } from '#web/ui/badge.tsx'

export function StatusBadge({ booking: { status, role } }: { booking: Booking }) {
  const { words, tone, icon: Icon } = statusDisplays[status]
  return (
    <Badge tone={tone} icon={<Icon size={14} aria-hidden />}>
      {words[role]}
    </Badge>
  )
}
