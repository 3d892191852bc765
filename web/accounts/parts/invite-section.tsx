import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'

/** Links to the page with the user's own invitation link. */
export function InviteSection() {
  return (
    <Card as="section" aria-labelledby="invite" className="grid gap-4">
      <h2 id="invite" className="text-xl">
        Invite somebody
      </h2>
      <p className="text-[0.9375rem]">
        Bring a friend or, as a sitter, your own clients. You have your own link.
      </p>
      <Link to={paths.ownInvite()} className={buttonStyle({ className: 'justify-self-start' })}>
        Your link and credits
      </Link>
    </Card>
  )
}
