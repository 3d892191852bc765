import type { LucideIcon } from 'lucide-react'
import Archive from 'lucide-react/icons/archive'
import BellRing from 'lucide-react/icons/bell-ring'
import CalendarCheck from 'lucide-react/icons/calendar-check'
import CalendarSync from 'lucide-react/icons/calendar-sync'
import CircleUserRound from 'lucide-react/icons/circle-user-round'
import ClipboardList from 'lucide-react/icons/clipboard-list'
import Gavel from 'lucide-react/icons/gavel'
import MailQuestion from 'lucide-react/icons/mail-question'
import MessageCircle from 'lucide-react/icons/message-circle'
import Search from 'lucide-react/icons/search'
import ShieldAlert from 'lucide-react/icons/shield-alert'
import Star from 'lucide-react/icons/star'
import Wallet from 'lucide-react/icons/wallet'
import type { NoticeTopic } from '#contract/notices/kinds.ts'
import { cx } from '#web/ui/cx.ts'

const icons: Record<NoticeTopic, LucideIcon> = {
  requests: MailQuestion,
  bookings: CalendarCheck,
  messages: MessageCircle,
  updates: ClipboardList,
  reminders: BellRing,
  reviews: Star,
  money: Wallet,
  safety: ShieldAlert,
  calendar: CalendarSync,
  searches: Search,
  account: CircleUserRound,
  data: Archive,
  operation: Gavel,
}

export function TopicIcon({ topic, isUnread }: { topic: NoticeTopic; isUnread: boolean }) {
  const Icon = icons[topic]
  return (
    <span
      className={cx(
        'grid size-10 shrink-0 place-items-center rounded-full',
        isUnread ? 'bg-green-soft text-green' : 'bg-paper text-ink-2',
      )}
    >
      <Icon size={20} aria-hidden />
    </span>
  )
}
