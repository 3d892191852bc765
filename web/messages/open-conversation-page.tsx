import { redirect } from 'react-router'
import { ownAccountId, whileSignedIn } from '#web/accounts/own-account.ts'
import { api } from '#web/api.ts'
import { checkId, orNotFound, pageNotFound } from '#web/layout/page-check.ts'
import { paths } from '#web/paths.ts'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import type { Route } from './+types/open-conversation-page.ts'

/** Opens the conversation with a sitter or about a booking, creating it if necessary. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  ownAccountId(request)
  const { searchParams } = new URL(request.url)
  const [sitter, booking] = [searchParams.get('sitter'), searchParams.get('booking')]
  if (!sitter && !booking) throw pageNotFound(request)
  const body = sitter
    ? { sitterId: checkId(sitter, request) }
    : { bookingId: checkId(booking ?? undefined, request) }
  const conversation = api('POST /v1/conversations', { body })
  const { id } = await whileSignedIn(request, orNotFound(request, conversation))
  throw redirect(paths.conversation(id))
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return (
    <main className="page py-8">
      <Loading label="Opening the conversation" className="grid gap-4">
        <Skeleton className="h-10 w-60" />
        <Skeleton className="h-80 w-full rounded-card" />
      </Loading>
    </main>
  )
}

export default function OpenConversationPage() {
  return null
}
