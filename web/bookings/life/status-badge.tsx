import type { Booking } from '#contract/bookings/bookings.ts'
import { statusDisplays } from '#web/bookings/life/booking-words.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Badge } from '#web/ui/badge.tsx'

export function StatusBadge({ booking: { status, role } }: { booking: Booking }) {
  const { words, tone, icon } = statusDisplays[status]
  return (
    <Badge tone={tone} icon={<Icon name={icon} size={14} />}>
      {words[role]}
    </Badge>
  )
}
