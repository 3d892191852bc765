import { useState } from 'react'
import { Link } from 'react-router'
import type { Favourite, SitterBrief } from '#contract/favourites.ts'
import { tintOf } from '#contract/files/codes.ts'
import type { FavouriteList } from '#contract/favourite-lists.ts'
import { formatShortMoney, listWords, serviceNames } from '#contract/words.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { addFavourite, sitterInLists } from '#web/favourites/favourites.ts'
import { Heart, showFailure } from '#web/favourites/heart.tsx'
import { plural } from '#web/format.ts'
import { paths } from '#web/paths.ts'
import { SitterPicture } from '#web/sitters/public/sitter-picture.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { toastWithUndo } from '#web/ui/overlay/undo.ts'
import { cardPictureSizes } from '#web/ui/photo.tsx'
import { Rating } from '#web/ui/rating.tsx'
import { unitWord } from '#web/words.ts'

type FavouriteCardProps = {
  favourite: Favourite
  /** The person's lists; without an account there are none. */
  lists?: readonly FavouriteList[]
  /** The list that the card is shown on, unless it is that of all favourites. */
  list?: FavouriteList
}

/** A favourite sitter with the person's own note and lists. */
export function FavouriteCard({ favourite, lists, list }: FavouriteCardProps) {
  const { sitterId, name, sitter } = favourite
  return (
    <Card
      as="li"
      padding="none"
      className="favourite-card sm:grid-cols-[8rem_minmax(0,1fr)_auto] sm:gap-y-3 sm:p-4"
    >
      <SitterPicture
        sitter={
          sitter ?? { name, photoUrl: null, face: { photo: null, tint: tintOf(sitterId) }, portrait: null }
        }
        sizes={cardPictureSizes}
        className="sm:aspect-square"
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
        <p className="dots sm:col-span-3 text-sm text-ink-2">
          {sitter.services.map(({ service, unitPrice }) => (
            <span key={service}>
              {`${serviceNames[service]} ${formatShortMoney(unitPrice, sitter.currency)} a ${unitWord(service)}`}
            </span>
          ))}
          {sitter.services.length > 0 && <span>fees included</span>}
        </p>
      )}
      <div className="sm:col-span-3 grid gap-1.5">
        <Note favourite={favourite} />
        {lists && <Lists {...{ favourite, lists, list }} />}
      </div>
    </Card>
  )
}

type ListsProps = { favourite: Favourite; lists: readonly FavouriteList[]; list: FavouriteList | undefined }

function Lists({ favourite: { sitterId, name, listIds }, lists, list }: ListsProps) {
  const names = lists.filter(({ id }) => listIds.includes(id)).map((one) => `“${one.name}”`)
  const remove = async ({ id, name: listName }: FavouriteList) => {
    try {
      await addFavourite(sitterId, { listIds: listIds.filter((one) => one !== id) })
      await toastWithUndo(
        `${name} is no longer on “${listName}”`,
        () => void addFavourite(sitterId, { listIds }).catch(showFailure),
      )
    } catch (error) {
      await showFailure(error)
    }
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 px-3.5">
      <p className={cx('min-w-0 flex-1 text-sm wrap-anywhere text-ink-2', list && 'max-sm:basis-full')}>
        {names.length > 0 ? `On ${listWords(names)}` : 'Only on Favourites'}
      </p>
      {list && (
        <Button kind="quiet" size="small" onClick={() => void remove(list)}>
          Remove from this list
          <span className="sr-only">{`, ${name}`}</span>
        </Button>
      )}
      <Button
        kind="quiet"
        size="small"
        aria-label={`Lists for ${name}`}
        onClick={() => sitterInLists.setState({ id: sitterId, name })}
      >
        Lists
      </Button>
    </div>
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
