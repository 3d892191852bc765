import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import type { Circle, CircleFriend } from '#contract/circle/circle.ts'
import { ownAccountId, useViewerZone, whileSignedIn } from '#web/accounts/own-account.ts'
import { AccountFrame, AccountLoading } from '#web/accounts/parts/account-frame.tsx'
import { CopyLink } from '#web/accounts/parts/copy-link.tsx'
import { useSaving } from '#web/accounts/use-saving.ts'
import { api } from '#web/api.ts'
import { formatInstant } from '#web/format.ts'
import { ownMeta } from '#web/layout/own-page.tsx'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { AlertDialog } from '#web/ui/overlay/dialog.tsx'
import { loadToast } from '#web/ui/overlay/toast.ts'
import type { Route } from './+types/circle-page.ts'

export const clientLoader = ({ request }: Route.ClientLoaderArgs) => {
  ownAccountId(request)
  return whileSignedIn(request, api('GET /v1/circle', {}))
}
clientLoader.hydrate = true as const

export const meta: Route.MetaFunction = ownMeta({
  title: 'Care circle',
  description: 'The friends who look after your pets for free, and the people you help.',
  path: paths.circle(),
})

export const HydrateFallback = () => (
  <AccountLoading section="circle" label="Loading your care circle" blocks={['h-20', 'h-44', 'h-64']} />
)

type Change = (next: Circle) => void

export default function CirclePage({ loaderData }: Route.ComponentProps) {
  const [circle, setCircle] = useState(loaderData)
  const { friends, owners } = circle
  return (
    <AccountFrame section="circle">
      <div className="grid gap-3">
        <h1>Care circle</h1>
        <p className="max-w-measure text-ink-2">
          A friend who knows your pets can look after them for free, with the same care sheet, calendar and
          report card as a sitter. Nobody else sees it, and there is nothing to pay and nothing to review.
        </p>
      </div>
      <Invite onInvited={(friend) => setCircle({ ...circle, friends: [...friends, friend] })} />
      <section aria-labelledby="friends" className="grid gap-4">
        <h2 id="friends">Who helps you</h2>
        {friends.length === 0 ? (
          <EmptyState>
            Nobody yet. Make an invitation above and send it to a friend, a neighbour or your sister.
          </EmptyState>
        ) : (
          <ul className="grid gap-4">
            {friends.map((friend) => (
              <FriendItem key={friend.id} friend={friend} onChange={setCircle} />
            ))}
          </ul>
        )}
      </section>
      {owners.length > 0 && <Owners owners={owners} onChange={setCircle} />}
    </AccountFrame>
  )
}

function Owners({ owners, onChange }: Pick<Circle, 'owners'> & { onChange: Change }) {
  return (
    <section aria-labelledby="owners" className="grid gap-4">
      <h2 id="owners">Who you help</h2>
      <p className="max-w-measure text-ink-2">
        They send you a request, which you find among{' '}
        <Link to={paths.bookings()} className="link">
          your bookings
        </Link>
        . Saying no is never held against you.
      </p>
      <ul className="grid gap-4">
        {owners.map(({ id, name }) => (
          <Card as="li" key={id} className="flex flex-wrap items-center gap-3">
            <h3 className="mr-auto text-lg">{name}</h3>
            <End memberId={id} label="Leave" title={`Leave ${name}’s care circle?`} onChange={onChange}>
              {`We tell ${name}, who can no longer ask you. What you have agreed stays agreed.`}
            </End>
          </Card>
        ))}
      </ul>
    </section>
  )
}

function Invite({ onInvited }: { onInvited: (friend: CircleFriend) => void }) {
  const [name, setName] = useState('')
  const { pending, errors, attempt, run, refuse, errorFor } = useSaving()
  const invite = async (event: FormEvent) => {
    event.preventDefault()
    if (!name.trim()) {
      refuse([{ name: 'name', message: 'Enter what you call your friend' }])
      return
    }
    await run(async () => {
      onInvited(await api('POST /v1/circle/invitations', { body: { name: name.trim() } }))
      setName('')
      const toast = await loadToast()
      toast.success('The invitation is ready: send its link')
    })
  }
  return (
    <Card as="section" aria-labelledby="invite" className="grid gap-4">
      <h2 id="invite" className="text-xl">
        Invite a friend
      </h2>
      <ErrorSummary errors={errors} attempt={attempt} />
      <form onSubmit={(event) => void invite(event)} className="flex flex-wrap items-end gap-3" noValidate>
        <TextField
          label="What do you call them?"
          name="name"
          maxLength={60}
          autoComplete="off"
          value={name}
          error={errorFor('name')}
          onChange={(event) => setName(event.target.value)}
          className="min-w-60 flex-1"
        />
        <Button type="submit" kind="primary" pending={pending && 'Making it…'}>
          Make an invitation
        </Button>
      </form>
    </Card>
  )
}

function FriendItem({ friend, onChange }: { friend: CircleFriend; onChange: Change }) {
  const { id, name, joined, link, linkUntil } = friend
  const zone = useViewerZone()
  return (
    <Card as="li" className="grid gap-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="text-lg">{name}</h3>
        {joined ? <Badge tone="green">{`In your circle as ${joined.name}`}</Badge> : <Badge>Invited</Badge>}
      </div>
      {link && linkUntil && (
        <>
          <CopyLink label={`Link for ${name}`} url={link} />
          <p className="text-sm text-ink-2">{`Only for ${name}: whoever opens it first is in your circle. It works until ${formatInstant(linkUntil, zone)}.`}</p>
        </>
      )}
      <div className="flex flex-wrap gap-3">
        {joined && (
          <Link to={paths.askFriend(id)} className={buttonStyle({ kind: 'primary' })}>
            {`Ask ${name} for help`}
          </Link>
        )}
        <End
          memberId={id}
          label={joined ? 'Remove' : 'Withdraw'}
          title={joined ? `Remove ${name} from your circle?` : `Withdraw ${name}’s invitation?`}
          onChange={onChange}
        >
          {joined
            ? 'You can no longer ask for help here. What you have agreed stays agreed.'
            : 'Its link stops working. You can make another one at any time.'}
        </End>
      </div>
    </Card>
  )
}

type EndProps = { memberId: string; label: string; title: string; children: string; onChange: Change }

/** Ends an invitation or a membership after confirmation. */
function End({ memberId, label, title, children, onChange }: EndProps) {
  const [asking, setAsking] = useState(false)
  const { pending, errors, attempt, run } = useSaving()
  const end = () =>
    run(async () => {
      onChange(await api('DELETE /v1/circle/:memberId', { params: { memberId } }))
      setAsking(false)
    })
  return (
    <>
      <Button kind="quiet" onClick={() => setAsking(true)}>
        {label}
      </Button>
      <AlertDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={title}
        safeLabel="Keep it"
        confirmLabel={label}
        onConfirm={() => void end()}
        pending={pending && 'Saving…'}
      >
        <ErrorSummary errors={errors} attempt={attempt} />
        <p>{children}</p>
      </AlertDialog>
    </>
  )
}
