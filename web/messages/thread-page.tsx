import { useState } from 'react'
import { ownAccountId, whileSignedIn } from '#web/accounts/own-account.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { configOf, pageMeta } from '#web/layout/meta.ts'
import { checkId, orNotFound } from '#web/layout/page-check.ts'
import { Composer } from '#web/messages/composer.tsx'
import { MessageList } from '#web/messages/message-list.tsx'
import { ThreadBookings } from '#web/messages/thread-bookings.tsx'
import { ThreadHead } from '#web/messages/thread-head.tsx'
import { useEndInSight } from '#web/messages/use-end-in-sight.ts'
import { useSending } from '#web/messages/use-sending.ts'
import { loadThread, type Thread, useThread } from '#web/messages/use-thread.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import type { Route } from './+types/thread-page.ts'

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const conversationId = checkId(params.conversationId, request)
  ownAccountId(request)
  return { thread: await whileSignedIn(request, orNotFound(request, loadThread(conversationId))) }
}
clientLoader.hydrate = true as const

export const meta: Route.MetaFunction = ({ loaderData, matches, params }) =>
  pageMeta(configOf(matches), {
    title: loaderData ? `Messages with ${loaderData.thread.conversation.other.name}` : 'Messages',
    description: 'One conversation.',
    path: paths.conversation(params.conversationId ?? ''),
    noindex: true,
  })

export function HydrateFallback() {
  return (
    <Loading label="Loading the conversation" className="grid gap-4 p-4">
      <Skeleton className="h-12 w-60" />
      <Skeleton className="h-28 w-full rounded-card" />
      <Skeleton className="h-80 w-full rounded-card" />
    </Loading>
  )
}

export default function ThreadPage({ loaderData: { thread } }: Route.ComponentProps) {
  return <OpenThread key={thread.conversation.id} loaded={thread} />
}

function OpenThread({ loaded }: { loaded: Thread }) {
  const { conversation, messages, hasEarlier, take, loadEarlier, setConversation } = useThread(loaded)
  const sending = useSending(conversation.id, messages, take)
  const { pending, errors, attempt, run } = useSaving()
  const [announcement, setAnnouncement] = useState('')
  const end = useEndInSight(messages.length + sending.unsent.length)
  return (
    <section
      aria-label={`Conversation with ${conversation.other.name}`}
      className="flex h-full min-h-0 flex-col"
    >
      <ThreadHead {...{ conversation, setConversation, say: setAnnouncement }} />
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <ThreadBookings ids={conversation.bookingIds} loaded={loaded.booking} />
      {/* Reversed, so that it stays scrolled to the end as messages arrive, and in place while earlier ones are
          read. */}
      <div className="flex min-h-0 flex-1 flex-col-reverse overflow-y-auto overscroll-contain">
        <div className="grid content-end gap-1 px-4 py-4">
          {hasEarlier && (
            <div className="grid justify-items-center gap-2 pb-3">
              <Button size="small" pending={pending && 'Loading…'} onClick={() => void run(loadEarlier)}>
                Show earlier messages
              </Button>
              <ErrorSummary errors={errors} attempt={attempt} />
            </div>
          )}
          <MessageList {...{ conversation, messages, sending }} />
        </div>
      </div>
      <Composer {...{ conversation, sending }} isFirst={messages.length === 0} />
      <div ref={end} />
    </section>
  )
}
