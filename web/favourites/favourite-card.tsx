import { useState } from 'react'
import { Link } from 'react-router'
import type { Favourite, SitterBrief } from '#contract/favourites.ts'
import { formatShortMoney, serviceNames } from '#contract/words.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { addFavourite } from '#web/favourites/favourites.ts'
import { Heart } from '#web/favourites/heart.tsx'
import { plural } from '#web/format.ts'
import { paths } from '#web/paths.ts'
import { pictureOf } from '#web/sitters/public/pictures.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { Photo } from '#web/ui/photo.tsx'
import { Rating } from '#web/ui/rating.tsx'
import { unitWord } from '#web/words.ts'

/** A favourite sitter with the person's own note. */
export function FavouriteCard({ favourite }: { favourite: Favourite }) {
  const { sitterId, name, sitter } = favourite
  return (
    <Card
      as="li"
      padding="none"
      className="grid grid-cols-[5rem_minmax(0,1fr)_auto] gap-x-4 gap-y-3 p-3.5 sm:grid-cols-[8rem_minmax(0,1fr)_auto] sm:p-4"
    >
      <Photo
        picture={sitter ? pictureOf(sitter) : { seed: { id: sitterId, species: 'dog' }, alt: '' }}
        fit="fill"
        sizes="128px"
        className="aspect-square w-full rounded-control"
      />
      <div className="grid min-w-0 content-start gap-1">
        <h2 className="text-lg">{sitter ? <Link to={paths.sitter(sitterId)}>{name}</Link> : name}</h2>
        {sitter ? (
          <Facts sitter={sitter} />
        ) : (
          <p className="text-[0.9375rem] text-ink-2">
            The profile is hidden at the moment. You see it here again as soon as {name} comes back.
          </p>
        )}
      </div>
      <Heart sitterId={sitterId} name={name} isFavourite />
      {sitter && (
        <p className="dots col-span-3 text-sm text-ink-2">
          {sitter.services.map(({ service, unitPrice }) => (
            <span key={service}>
              {`${serviceNames[service]} ${formatShortMoney(unitPrice, sitter.currency)} a ${unitWord(service)}`}
            </span>
          ))}
          {sitter.services.length > 0 && <span>fees included</span>}
        </p>
      )}
      <div className="col-span-3">
        <Note favourite={favourite} />
      </div>
    </Card>
  )
}

function Facts({ sitter }: { sitter: SitterBrief }) {
  const { headline, rating, repeatClients, neighbourhood, placeName, badges } = sitter
  return (
    <>
      <p className="text-[0.9375rem] text-ink-2">{headline}</p>
      <p className="dots text-sm text-ink-2">
        <Rating value={rating.average} count={rating.count} />
        {repeatClients > 0 && <span>{plural(repeatClients, 'repeat client')}</span>}
        <span>{neighbourhood ? `${neighbourhood}, ${placeName}` : placeName}</span>
      </p>
      {badges.includes('trusted') && (
        <p>
          <Badge tone="green">Trusted sitter</Badge>
        </p>
      )}
    </>
  )
}

function Note({ favourite: { sitterId, name, note } }: { favourite: Favourite }) {
  const [draft, setDraft] = useState<string | null>(null)
  const { pending, errors, attempt, run } = useSaving()
  if (draft === null)
    return (
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-control bg-paper px-3.5 py-2">
        <p className={note ? 'min-w-0 whitespace-pre-line' : 'text-sm text-ink-2'}>
          {note ?? 'No note yet. Only you read it.'}
        </p>
        <Button
          kind="quiet"
          size="small"
          aria-label={note ? `Change the note about ${name}` : `Add a note about ${name}`}
          onClick={() => setDraft(note ?? '')}
        >
          {note ? 'Change' : 'Add a note'}
        </Button>
      </div>
    )
  const save = async () => {
    if (await run(() => addFavourite(sitterId, { note: draft.trim() || null }))) setDraft(null)
  }
  return (
    <form
      ref={focusFirst}
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <ErrorSummary errors={errors} attempt={attempt} />
      <TextArea
        label={`Your note about ${name}`}
        hint="Only you read it."
        name={`note-${sitterId}`}
        value={draft}
        maxLength={1000}
        onChange={(event) => setDraft(event.target.value)}
      />
      <div className="flex gap-2">
        <Button type="submit" kind="primary" size="small" pending={pending && 'Saving…'}>
          Save the note
        </Button>
        <Button kind="quiet" size="small" onClick={() => setDraft(null)}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

const focusFirst = (form: HTMLFormElement | null) => form?.querySelector('textarea')?.focus()
