import { useNavigate, useRevalidator } from 'react-router'
import type { WaitingProfile } from '#contract/waiting-profile.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { api } from '#web/api.ts'
import { plural } from '#web/format.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'

/** A profile from elsewhere that only its person can take over or delete. */
export function WaitingCard({ profile, accountId }: { profile: WaitingProfile; accountId: string }) {
  const { pending, errors, attempt, run } = useSaving()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const params = { accountId }
  const accept = () =>
    run(async () => {
      const { id } = await api('POST /v1/accounts/:accountId/waiting-profile', { params, body: {} })
      await navigate(paths.ownSitter(id))
    })
  const refuse = () =>
    run(async () => {
      await api('DELETE /v1/accounts/:accountId/waiting-profile', { params })
      await revalidate()
    })
  return (
    <Card as="section" aria-labelledby="waiting" className="grid gap-4">
      <h2 id="waiting" className="text-xl">
        A profile from elsewhere waits for you
      </h2>
      <ErrorSummary errors={errors} attempt={attempt} />
      <p className="max-w-measure">
        The people who run this site have brought it here for your e-mail address. Nobody else sees it. If you
        take it over, it becomes a draft, which you can change and publish.
      </p>
      <blockquote className="grid gap-1 border-l-4 border-line pl-4 wrap-anywhere">
        <strong>{profile.name}</strong>
        {profile.headline && <span>{profile.headline}</span>}
        {profile.bio && <span className="line-clamp-3 text-ink-2">{profile.bio}</span>}
      </blockquote>
      {profile.stays > 0 && (
        <p className="text-ink-2">{`${plural(profile.stays, 'stay')} from there will take days in your calendar.`}</p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button kind="primary" pending={pending && 'One moment…'} onClick={() => void accept()}>
          Take it over
        </Button>
        <Button disabled={pending} onClick={() => void refuse()}>
          Delete it
        </Button>
      </div>
    </Card>
  )
}
