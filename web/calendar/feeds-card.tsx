import { useState } from 'react'
import { Link } from 'react-router'
import type { CalendarFeed, CalendarFeeds, FeedFile } from '#contract/calendar/feeds.ts'
import type { Sitter } from '#contract/sitters/sitters.ts'
import { useNow } from '#web/accounts/use-now.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { api } from '#web/api.ts'
import { FeedFileButton } from '#web/calendar/feed-file.tsx'
import { FeedForm } from '#web/calendar/feed-form.tsx'
import { ageWords, blocksWords, failureWords } from '#web/calendar/feed-words.ts'
import { formatDay, plural } from '#web/format.ts'
import { useLive } from '#web/live/use-live.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { AlertDialog } from '#web/ui/overlay/dialog.tsx'

type FeedsCardProps = { sitter: Sitter; feeds: CalendarFeeds; onChange: (feeds: CalendarFeeds) => void }

/** Reads the calendars again on live events and on request, and removes them. */
function useFeeds({ sitter, onChange }: FeedsCardProps) {
  const { run, ...saving } = useSaving()
  const params = { sitterId: sitter.id }
  const readAgain = async () => onChange(await api('GET /v1/sitters/:sitterId/calendar-feeds', { params }))
  // A background job reads the feeds and publishes this event.
  useLive('calendar', () => void readAgain())

  const readNow = (feedId: string, file: FeedFile | null = null) =>
    run(async () =>
      onChange(
        await api('POST /v1/sitters/:sitterId/calendar-feeds/:feedId/read', {
          params: { ...params, feedId },
          body: { file },
        }),
      ),
    )
  const remove = (feedId: string) =>
    run(async () =>
      onChange(
        await api('DELETE /v1/sitters/:sitterId/calendar-feeds/:feedId', { params: { ...params, feedId } }),
      ),
    )
  return { readNow, remove, ...saving }
}
type Feeds = ReturnType<typeof useFeeds>

/** External calendars whose busy days are closed here, each with its age and its error. */
export function FeedsCard(props: FeedsCardProps) {
  const { sitter, feeds, onChange } = props
  const [open, setOpen] = useState<string | null>(null)
  const [removing, setRemoving] = useState<CalendarFeed | null>(null)
  const own = useFeeds(props)
  const saved = (next: CalendarFeeds) => {
    onChange(next)
    setOpen(null)
  }

  return (
    <div className="grid gap-5">
      <p className="max-w-measure text-ink-2">
        When you are busy elsewhere, you are not free here: give us the secret address of another calendar,
        and we close its busy days for you. We read it every 15 minutes, and once more right before a booking
        is agreed. You can give us its file (.ics) instead, and choose a newer one when it changes. We never
        look at titles and places in it.
      </p>
      <ErrorSummary errors={own.errors} attempt={own.attempt} title="That did not work" />
      <Conflicts conflicts={feeds.conflicts} />
      {feeds.items.length > 0 && (
        <ul aria-label="Your other calendars" className="grid gap-4">
          {feeds.items.map((feed) => (
            <li key={feed.id} className="grid gap-3 rounded-control border border-line p-4">
              <FeedState feed={feed} />
              {open === feed.id ? (
                <FeedForm sitter={sitter} feed={feed} onSaved={saved} onClose={() => setOpen(null)} />
              ) : (
                <div className="flex flex-wrap gap-2">
                  <ReadNow feed={feed} own={own} />
                  <Button size="small" onClick={() => setOpen(feed.id)} aria-label={`Change ${feed.name}`}>
                    Change
                  </Button>
                  <Button
                    size="small"
                    kind="quiet"
                    onClick={() => setRemoving(feed)}
                    aria-label={`Remove ${feed.name}`}
                  >
                    Remove
                  </Button>
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      {open === 'new' ? (
        <FeedForm sitter={sitter} onSaved={saved} onClose={() => setOpen(null)} />
      ) : (
        <Button className="justify-self-start" onClick={() => setOpen('new')}>
          Add a calendar
        </Button>
      )}
      <RemoveDialog feed={removing} own={own} onClose={() => setRemoving(null)} />
    </div>
  )
}

type RemoveDialogProps = { feed: CalendarFeed | null; own: Feeds; onClose: () => void }

function RemoveDialog({ feed, own, onClose }: RemoveDialogProps) {
  const remove = async ({ id }: CalendarFeed) => {
    if (await own.remove(id)) onClose()
  }
  return (
    <AlertDialog
      open={feed !== null}
      onClose={onClose}
      title={`Remove “${feed?.name ?? ''}”?`}
      safeLabel="Keep it"
      confirmLabel="Remove it"
      pending={own.pending && 'Removing…'}
      onConfirm={() => feed && void remove(feed)}
    >
      The days it closed will be open again. To add it again, you need its address or its file.
    </AlertDialog>
  )
}

function ReadNow({
  feed: { id, name, source },
  own: { readNow, pending, refuse },
}: {
  feed: CalendarFeed
  own: Feeds
}) {
  if (source === 'file')
    return (
      <FeedFileButton
        label="Choose a newer file"
        name={`Choose a newer file for ${name}`}
        pending={pending && 'Reading…'}
        onPicked={(file) => void readNow(id, file)}
        onRefused={(message) => refuse([{ name: 'file', message }])}
      />
    )
  return (
    <Button
      size="small"
      pending={pending && 'Reading…'}
      onClick={() => void readNow(id)}
      aria-label={`Read now: ${name}`}
    >
      Read now
    </Button>
  )
}

function FeedState({ feed }: { feed: CalendarFeed }) {
  const { name, source, host, fetchedAt, failure, skipped, busyDays } = feed
  const now = useNow()
  return (
    <div className="grid gap-2">
      <p className="font-semibold wrap-anywhere">
        {name} <span className="font-normal text-ink-2">({host})</span>
      </p>
      <p className="text-sm text-ink-2">
        {fetchedAt
          ? `${ageWords(source, fetchedAt, now)}, ${busyDays.length === 0 ? 'no busy days' : plural(busyDays.length, 'busy day')}.`
          : failure
            ? 'Not read yet.'
            : 'Being read…'}{' '}
        {blocksWords(feed)}
      </p>
      {failure && (
        <Notice kind="warning" title="It cannot be read at the moment">
          {failureWords[failure]} {fetchedAt && 'What we read last still counts.'}
        </Notice>
      )}
      {skipped > 0 && !failure && (
        <Notice kind="warning" title={`${plural(skipped, 'entry', 'entries')} could not be read`}>
          They repeat too often, or are not in a valid format. Close those days by hand.
        </Notice>
      )}
    </div>
  )
}

/** Lists conflicts only: another calendar never cancels a booking; the sitter decides. */
function Conflicts({ conflicts }: Pick<CalendarFeeds, 'conflicts'>) {
  if (conflicts.length === 0) return null
  return (
    <Notice kind="warning" title="Busy elsewhere, and booked here">
      <ul className="grid gap-1">
        {conflicts.slice(0, 6).map(({ on, feedName, bookingId, pets, bookingNumber }) => (
          <li key={`${on} ${bookingId} ${feedName}`}>
            {formatDay(on, 'long')}: you are busy in “{feedName}”, and{' '}
            <Link to={paths.booking(bookingId)} className="link">
              {pets.join(', ')} ({bookingNumber})
            </Link>{' '}
            {pets.length === 1 ? 'is' : 'are'} booked.
          </li>
        ))}
      </ul>
      {conflicts.length > 6 && <p>And {plural(conflicts.length - 6, 'more day')}.</p>}
      <p className="mt-2">These bookings are still on. If you cannot keep one, talk to its owner first.</p>
    </Notice>
  )
}
