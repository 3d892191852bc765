import { Link, useNavigate } from 'react-router'
import { listWords } from '#contract/words.ts'
import { ownAccountId, whileSignedIn } from '#web/accounts/own-account.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { api, ApiProblem } from '#web/api.ts'
import { deviceZone } from '#web/clock.ts'
import { OwnPageLoading, ownMeta } from '#web/layout/own-page.tsx'
import { paths } from '#web/paths.ts'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { loadToast } from '#web/ui/overlay/toast.ts'
import type { Route } from './+types/join-page.ts'

/** Returns the invitation, or why the link is no longer valid. */
async function fetchInvitation(token: string) {
  try {
    return { invitation: await api('POST /v1/circle/invitations/look', { body: { token } }), refusal: null }
  } catch (error) {
    if (error instanceof ApiProblem && error.problem.code === 'circle-invitation-invalid')
      return { invitation: null, refusal: error.problem.detail ?? error.problem.title }
    throw error
  }
}

export const clientLoader = async ({ request, params }: Route.ClientLoaderArgs) => {
  ownAccountId(request)
  return { token: params.token, ...(await whileSignedIn(request, fetchInvitation(params.token))) }
}
clientLoader.hydrate = true as const

export const meta: Route.MetaFunction = ownMeta({
  title: 'An invitation',
  description: 'A friend asks for your help with their pets.',
  path: paths.circle(),
})

export const HydrateFallback = () => (
  <OwnPageLoading label="Loading the invitation" blocks={['h-64']} narrow />
)

export default function JoinPage({ loaderData: { token, invitation, refusal } }: Route.ComponentProps) {
  const navigate = useNavigate()
  const { pending, errors, attempt, run } = useSaving()
  const toCircle = (
    <Link to={paths.circle()} className={buttonStyle()}>
      Your care circle
    </Link>
  )
  if (!invitation)
    return (
      <main className="page grid max-w-[56rem] gap-6 py-8">
        <h1>This invitation is no longer valid</h1>
        <EmptyState action={toCircle}>{refusal}</EmptyState>
      </main>
    )
  const { owner, pets, joined } = invitation
  const join = () =>
    run(async () => {
      await api('POST /v1/circle/joins', { body: { token, timeZone: deviceZone() } })
      const toast = await loadToast()
      toast.success(`You are in ${owner}’s care circle`)
      await navigate(paths.circle(), { replace: true })
    })
  return (
    <main className="page grid max-w-[40rem] gap-6 py-8">
      <h1>{`${owner} would like you in their care circle`}</h1>
      <p className="text-lg">
        {pets.length > 0
          ? `${owner} may ask you now and then to look after ${listWords(pets)}, as a friend and for free.`
          : `${owner} may ask you now and then to look after their pets, as a friend and for free.`}
      </p>
      <ul className="list-disc pl-5">
        <li>You say yes or no to each request; saying no is never held against you.</li>
        <li>You get the care sheet, the emergency card and the door codes when it is time.</li>
        <li>Your notes and photos reach the owner as a report card, even where there is no signal.</li>
        <li>Nobody else sees any of it. You do not have to be a sitter, and you can leave at any time.</li>
      </ul>
      <ErrorSummary errors={errors} attempt={attempt} />
      {joined ? (
        <div className="grid justify-items-start gap-3">
          <p className="font-semibold text-green">{`You are already in ${owner}’s care circle.`}</p>
          {toCircle}
        </div>
      ) : (
        <div className="flex flex-wrap gap-3">
          <Button kind="primary" size="large" pending={pending && 'Saving…'} onClick={() => void join()}>
            Join
          </Button>
          <Link to={paths.account()} className={buttonStyle({ kind: 'quiet', size: 'large' })}>
            Not now
          </Link>
        </div>
      )}
    </main>
  )
}
