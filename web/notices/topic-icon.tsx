import { Icon, type IconName } from '#web/ui/icon.tsx'
import type { NoticeTopic } from '#contract/notices/kinds.ts'
import { cx } from '#web/ui/cx.ts'

const icons: Record<NoticeTopic, IconName> = {
  requests: 'mail-question-mark',
  bookings: 'calendar-check',
  messages: 'message-circle',
  updates: 'clipboard-list',
  reminders: 'bell-ring',
  reviews: 'star',
  money: 'wallet',
  safety: 'shield-exclamation-point',
  calendar: 'calendar-sync',
  searches: 'search',
  account: 'circle-user-round',
  data: 'archive',
  operation: 'gavel',
}

export function TopicIcon({ topic, isUnread }: { topic: NoticeTopic; isUnread: boolean }) {
  return (
    <span
      className={cx(
        'grid size-10 shrink-0 place-items-center rounded-full',
        isUnread ? 'bg-green-soft text-green' : 'bg-paper text-ink-2',
      )}
    >
      <Icon name={icons[topic]} size={20} />
    </span>
  )
}
