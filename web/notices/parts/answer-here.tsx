import { lazy, Suspense, useId, useState } from 'react'
import type { NoticeKind } from '#contract/notices/kinds.ts'
import type { Notice } from '#contract/notices/notices.ts'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const AnswerBooking = lazy(() => import('#web/notices/parts/answer-booking.tsx'))
const ReplyHere = lazy(() => import('#web/notices/parts/reply-here.tsx'))

const booking = {
  label: 'Answer here',
  icon: 'calendar-check',
  path: /^\/account\/bookings\/([\w-]{36})$/,
  Panel: AnswerBooking,
} as const
const message = {
  label: 'Reply here',
  icon: 'message-circle',
  path: /^\/account\/messages\/([\w-]{36})$/,
  Panel: ReplyHere,
} as const

type Way = { label: string; icon: IconName; path: RegExp; Panel: typeof AnswerBooking }
const ways: Partial<Record<NoticeKind, Way>> = {
  'booking-asked': booking,
  'answer-due': booking,
  'message-received': message,
}

type AnswerHereProps = { notice: Notice; onAnswered: () => void }

/**
 * Opens what a notice asks for below it, so that it can be answered without leaving the list. Offered for notices that
 * were unread when the list appeared; older ones have been dealt with.
 */
export function AnswerHere({ notice: { kind, path, title, readAt }, onAnswered }: AnswerHereProps) {
  const [isOpen, setOpen] = useState(false)
  const [wasUnread, setWasUnread] = useState(readAt === null)
  if (readAt === null && !wasUnread) setWasUnread(true)
  const panelId = useId()
  const way = ways[kind]
  const [, subjectId] = way?.path.exec(path) ?? []
  if (!way || !subjectId || !wasUnread) return null
  const { label, icon, Panel } = way
  return (
    <div className="grid gap-3 px-4 pb-4 sm:px-6 sm:pl-19">
      <Button
        size="small"
        className="justify-self-start"
        icon={<Icon name={icon} size={16} />}
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? 'Close' : label}
        <span className="sr-only">: {title}</span>
      </Button>
      {isOpen && (
        <div id={panelId}>
          <Suspense fallback={<Skeleton className="h-32 w-full rounded-card" />}>
            <Panel id={subjectId} onAnswered={onAnswered} />
          </Suspense>
        </div>
      )}
    </div>
  )
}
