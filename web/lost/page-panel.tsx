import { Icon } from '#web/ui/icon.tsx'
import { Link } from 'react-router'
import type { LostState, OwnLostPage } from '#contract/lost.ts'
import { useViewerZone } from '#web/accounts/own-account.ts'
import { formatInstant } from '#web/format.ts'
import { lostPaths } from '#web/lost/lost-paths.ts'
import { ShareButton } from '#web/share/share-button.tsx'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

type PagePanelProps = { state: LostState; page: OwnLostPage; pending: boolean; onFound: () => void }

/** The published page: next steps, and the sightings reported so far. */
export function PagePanel({ state, page, pending, onFound }: PagePanelProps) {
  const { pet, otherName, role } = state
  const zone = useViewerZone()
  return (
    <>
      <Card padding="large" className="grid gap-4">
        <p className="max-w-measure">
          {`The page has been online since ${formatInstant(page.reportedAt, zone)}. Send it to neighbours, vets and shelters nearby, and hang up the poster.`}
          {otherName && ` ${otherName} knows about it and can change it, too.`}
          {page.showsOthersPhone && ` It shows ${otherName}’s phone number.`}
        </p>
        <div className="flex flex-wrap gap-3">
          <ShareButton
            title={`Lost: ${pet.name}`}
            path={lostPaths.page(page.code)}
            kind="primary"
            size="medium"
          />
          <Link to={lostPaths.poster(page.code)} className={buttonStyle()}>
            <Icon name="printer" size={18} />
            Poster
          </Link>
          <Link to={lostPaths.page(page.code)} className={buttonStyle()}>
            <Icon name="external-link" size={18} />
            See the page
          </Link>
          <Button
            icon={<Icon name="party-popper" size={18} />}
            pending={pending && 'One moment…'}
            onClick={onFound}
          >
            {pet.name} is found
          </Button>
        </div>
        <p className="text-sm wrap-anywhere text-ink-2">{page.url}</p>
      </Card>
      <Card padding="large" as="section" aria-labelledby="sightings">
        <h2 id="sightings" className="mb-4 text-xl">
          What finders wrote
        </h2>
        {page.sightings.length === 0 ? (
          <EmptyState>
            {`Nobody has written yet. ${otherName ? `When somebody does, we tell you and ${role === 'owner' ? otherName : 'the owner'} at once` : 'When somebody does, we tell you at once'}, by e-mail, too.`}
          </EmptyState>
        ) : (
          <Sightings {...{ page, zone }} />
        )}
      </Card>
    </>
  )
}

function Sightings({ page, zone }: { page: OwnLostPage; zone: string }) {
  return (
    <ul className="grid gap-4">
      {page.sightings.map(({ id, words, contact, at }) => (
        <li key={id} className="grid gap-1 border-t pt-4 first:border-0 first:pt-0">
          <p className="text-sm text-ink-2">{formatInstant(at, zone)}</p>
          <p className="max-w-measure whitespace-pre-line wrap-anywhere">{words}</p>
          <p className="text-sm">{contact ? `Contact: ${contact}` : 'Left no contact details.'}</p>
        </li>
      ))}
    </ul>
  )
}
