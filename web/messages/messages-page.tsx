import { Icon } from '#web/ui/icon.tsx'
import { Form, Link, Outlet, useLocation, useParams } from 'react-router'
import { ownAccountId, whileSignedIn } from '#web/accounts/own-account.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { configOf, pageMeta } from '#web/layout/meta.ts'
import type { PageHandle } from '#web/layout/site-layout.tsx'
import { ConversationRow } from '#web/messages/conversation-row.tsx'
import {
  type ConversationQuery,
  listConversations,
  type ConversationList,
  useConversations,
} from '#web/messages/use-conversations.ts'
import { paths } from '#web/paths.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { controlStyle } from '#web/ui/forms/field.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import type { Route } from './+types/messages-page.ts'

export const handle: PageHandle = { footer: false }

const queryOf = (url: string): ConversationQuery => {
  const { searchParams } = new URL(url)
  return { archived: searchParams.get('archived') === 'true', q: searchParams.get('q')?.trim() ?? '' }
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  ownAccountId(request)
  const asked = queryOf(request.url)
  return { asked, list: await whileSignedIn(request, listConversations(asked)) }
}
clientLoader.hydrate = true as const

/** Another conversation changes only the right-hand pane; live updates keep the list current. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }) =>
  currentUrl.search !== nextUrl.search

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(configOf(matches), {
    title: 'Messages',
    description: 'Your conversations with owners and sitters.',
    path: paths.messages(),
    noindex: true,
  })

export function HydrateFallback() {
  return (
    <main className="page py-6">
      <Loading label="Loading your messages" className="grid gap-4">
        <Skeleton className="h-10 w-52" />
        {[1, 2, 3, 4].map((row) => (
          <Skeleton key={row} className="h-18 w-full rounded-control" />
        ))}
      </Loading>
    </main>
  )
}

/**
 * The window's height without the header and, on phones, without the bar at the bottom. On low screens the page scrolls
 * instead, because the bars would leave no room for a message.
 */
const pane =
  'not-low:h-[calc(100dvh-4.75rem)] max-md:not-low:h-[calc(100dvh-8.25rem-env(safe-area-inset-bottom))]'

/** On phones the list or the thread; on wide screens both. */
export default function MessagesPage({ loaderData }: Route.ComponentProps) {
  const hasThread = useParams()['conversationId'] !== undefined
  return (
    <main className="mx-auto grid w-full max-w-[75rem] grid-cols-[minmax(0,1fr)] lg:grid-cols-[22rem_minmax(0,1fr)] lg:px-8">
      <Pane {...loaderData} className={cx(hasThread && 'hidden lg:flex')} />
      <div className={cx(pane, 'min-w-0 lg:border-l lg:border-line', !hasThread && 'hidden lg:block')}>
        <Outlet />
      </div>
    </main>
  )
}

type PaneProps = { asked: ConversationQuery; list: ConversationList; className: string }

function Pane({ asked, list, className }: PaneProps) {
  const { items, nextCursor, loadMore } = useConversations(asked, list)
  const { search } = useLocation()
  const { pending, errors, attempt, run } = useSaving()
  const hasThread = useParams()['conversationId'] !== undefined
  // A page has one h1: with a thread open, it is the other person's name.
  const Heading = hasThread ? 'h2' : 'h1'
  return (
    <div className={cx(pane, 'flex min-w-0 flex-col gap-3 pt-5 max-lg:px-4 lg:pr-4', className)}>
      <div className="flex items-center justify-between gap-3">
        <Heading className="text-2xl">{asked.archived ? 'Archived messages' : 'Messages'}</Heading>
        <Link
          to={asked.archived ? paths.messages() : paths.messages({ archived: true })}
          className={buttonStyle({ kind: 'quiet', size: 'small', className: '-mr-3' })}
        >
          {asked.archived ? 'All messages' : 'Archived'}
        </Link>
      </div>
      <Form role="search" action={paths.messages()} className="relative">
        <label htmlFor="search-messages" className="sr-only">
          Search names and messages
        </label>
        <Icon name="search" className="absolute top-3.5 left-3.5 size-5 text-ink-3" />
        <input
          id="search-messages"
          type="search"
          name="q"
          key={asked.q}
          defaultValue={asked.q}
          maxLength={100}
          placeholder="Search names and messages"
          className={cx(controlStyle, 'pl-11')}
        />
      </Form>
      <div className="-mx-2 min-h-0 flex-1 overflow-y-auto px-2 pb-6">
        {items.length === 0 ? (
          <Nothing {...asked} />
        ) : (
          <>
            <ul className="grid grid-cols-[minmax(0,1fr)] gap-0.5" aria-label="Conversations">
              {items.map((conversation) => (
                <ConversationRow key={conversation.id} {...{ conversation, search }} />
              ))}
            </ul>
            <ErrorSummary errors={errors} attempt={attempt} />
            {nextCursor !== null && (
              <ShowMore
                className="mt-4"
                shown={items.length}
                noun="conversations"
                pending={pending}
                onMore={() => void run(loadMore)}
              />
            )}
          </>
        )}
      </div>
    </div>
  )
}

function Nothing({ archived, q }: ConversationQuery) {
  if (q)
    return (
      <EmptyState
        action={
          <Link to={paths.messages()} className={buttonStyle()}>
            Show all messages
          </Link>
        }
      >
        Nothing was found for “{q}”. Try a name, or one word of what was written.
      </EmptyState>
    )
  if (archived)
    return (
      <EmptyState>
        Nothing is archived. A conversation that you archive stays here until it has a new message.
      </EmptyState>
    )
  return (
    <EmptyState
      action={
        <Link to={paths.sitters()} className={buttonStyle({ kind: 'primary' })}>
          Find a sitter
        </Link>
      }
    >
      No messages yet. Find a sitter you like and say hello, or ask a question first.
    </EmptyState>
  )
}
