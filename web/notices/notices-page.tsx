import { Icon } from '#web/ui/icon.tsx'
import { useCallback } from 'react'
import { Link } from 'react-router'
import type { Notice } from '#contract/notices/notices.ts'
import { ownAccountId, useViewerZone, whileSignedIn } from '#web/accounts/own-account.ts'
import { api, ignoreRequestError } from '#web/api.ts'
import { formatInstant, plural } from '#web/format.ts'
import { OwnPageLoading, ownMeta } from '#web/layout/own-page.tsx'
import { routerLink } from '#web/layout/router-link.tsx'
import { AnswerHere } from '#web/notices/parts/answer-here.tsx'
import { TopicIcon } from '#web/notices/topic-icon.tsx'
import { setUnread } from '#web/notices/unread.ts'
import { readNoticesPage, useNotices } from '#web/notices/use-notices.ts'
import { paths } from '#web/paths.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import type { Route } from './+types/notices-page.ts'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  ownAccountId(request)
  return whileSignedIn(request, readNoticesPage())
}
clientLoader.hydrate = true as const

export const meta: Route.MetaFunction = ownMeta({
  title: 'Notices',
  description: 'What has happened with your bookings, newest first.',
  path: paths.notices(),
})

export const HydrateFallback = () => (
  <OwnPageLoading label="Loading your notices" blocks={['h-20', 'h-20', 'h-20', 'h-20']} narrow />
)

export default function NoticesPage({ loaderData }: Route.ComponentProps) {
  const { page, pending, errors, attempt, more, read } = useNotices(loaderData)
  const { items, unread, nextCursor } = page
  const [newest] = items
  return (
    <main className="page grid max-w-[56rem] gap-6 py-8">
      <Breadcrumbs
        crumbs={[{ label: 'Your account', href: paths.account() }, { label: 'Notices' }]}
        renderLink={routerLink}
      />
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div className="grid gap-1">
          <h1>Notices</h1>
          <p className="text-ink-2" aria-live="polite">
            {unread === 0 ? 'You have read everything.' : `${plural(unread, 'is', 'are')} unread.`}
          </p>
        </div>
        <div className="flex flex-wrap gap-3">
          {unread > 0 && newest && (
            <Button
              icon={<Icon name="check-check" size={18} />}
              onClick={() => void read({ allUntil: newest.toldAt }, 'All notices are read')}
            >
              Mark all as read
            </Button>
          )}
          <Link to={paths.noticeSettings()} className={buttonStyle()}>
            <Icon name="settings-2" size={18} />
            Notification settings
          </Link>
        </div>
      </div>
      <ErrorSummary errors={errors} attempt={attempt} />
      {items.length === 0 ? (
        <NoNotices />
      ) : (
        <>
          <Card className="p-0!">
            <ul className="divide-y">
              {items.map((notice) => (
                <NoticeRow
                  key={notice.id}
                  notice={notice}
                  onRead={() => void read({ id: notice.id }, 'Marked as read')}
                />
              ))}
            </ul>
          </Card>
          <ShowMore
            shown={items.length}
            noun={items.length === 1 ? 'notice' : 'notices'}
            done={nextCursor === null}
            pending={pending}
            onMore={() => void more()}
          />
        </>
      )}
    </main>
  )
}

function NoNotices() {
  return (
    <EmptyState
      action={
        <Link to={paths.sitters()} className={buttonStyle({ kind: 'primary' })}>
          Find a sitter
        </Link>
      }
    >
      Nothing has happened yet. Answers, changes and news about your bookings appear here.
    </EmptyState>
  )
}

/** Marks a notice as read when its link is followed or the notice has been answered, without delaying that. */
const markReadOnOpen = (id: string) =>
  api('POST /v1/notices/read', { body: { id } }).then(({ unread }) => setUnread(unread), ignoreRequestError)

function NoticeRow({ notice, onRead }: { notice: Notice; onRead: () => void }) {
  const { id, topic, title, path, toldAt, readAt } = notice
  const zone = useViewerZone()
  const isUnread = readAt === null
  const markIfUnread = useCallback(() => {
    if (isUnread) void markReadOnOpen(id)
  }, [id, isUnread])
  return (
    <li>
      <div className="relative flex items-center gap-3 px-4 py-3 hover:bg-paper sm:px-6">
        <TopicIcon topic={topic} isUnread={isUnread} />
        <div className="grid min-w-0 flex-1 gap-0.5">
          <Link
            to={path}
            onClick={markIfUnread}
            className={cx(
              'no-underline after:absolute after:inset-0 hover:underline',
              isUnread ? 'font-semibold text-ink' : 'text-ink-2',
            )}
          >
            {isUnread && <span className="sr-only">Unread: </span>}
            {title}
          </Link>
          <time dateTime={toldAt} className="text-sm text-ink-2">
            {formatInstant(toldAt, zone)}
          </time>
        </div>
        {isUnread && (
          <button
            type="button"
            className={buttonStyle({ kind: 'quiet', iconOnly: true, className: 'relative z-10' })}
            onClick={onRead}
            title="Mark as read"
          >
            <span aria-hidden className="size-3 rounded-full bg-green" />
            <span className="sr-only">{`Mark as read: ${title}`}</span>
          </button>
        )}
      </div>
      <AnswerHere notice={notice} onAnswered={markIfUnread} />
    </li>
  )
}
