import { useState } from 'react'
import { Link } from 'react-router'
import type { SavedSearch } from '#contract/search/saved-searches.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { api } from '#web/api.ts'
import { showFailure } from '#web/favourites/heart.tsx'
import { plural } from '#web/format.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { Switch } from '#web/ui/forms/switch.tsx'
import { toastWithUndo } from '#web/ui/overlay/undo.ts'

type SearchChange = { tells?: boolean; looked?: true }

/** The person's saved searches, with new matches. */
export function SavedSearches({ first }: { first: readonly SavedSearch[] }) {
  const [items, setItems] = useState(first)
  const { errors, attempt, run } = useSaving()

  const change = (search: SavedSearch, body: SearchChange) =>
    run(async () => {
      const params = { searchId: search.id }
      const changed = await api('PUT /v1/saved-searches/:searchId', { params, body })
      setItems((before) => before.map((one) => (one.id === changed.id ? changed : one)))
    })

  const remove = async (search: SavedSearch) => {
    const isDone = await run(() =>
      api('DELETE /v1/saved-searches/:searchId', { params: { searchId: search.id } }),
    )
    if (!isDone) return
    setItems((before) => before.filter(({ id }) => id !== search.id))
    await toastWithUndo(`“${search.name}” is no longer saved`, () => restore(search).catch(showFailure))
  }

  async function restore({ name, address, tells }: SavedSearch) {
    const { parseSearch, countedSearch } = await import('#web/search/search-state.ts')
    const query = countedSearch(parseSearch(new URLSearchParams(address)))
    const again = await api('POST /v1/saved-searches', { body: { name, address, query, tells } })
    setItems((before) => [again, ...before])
  }

  if (items.length === 0)
    return (
      <EmptyState
        action={
          <Link to={paths.sitters()} className={buttonStyle({ kind: 'primary' })}>
            Find a sitter
          </Link>
        }
      >
        No saved searches yet. Save one beside its results, and we tell you when a new sitter matches.
      </EmptyState>
    )
  return (
    <>
      <ErrorSummary errors={errors} attempt={attempt} />
      <ul className="grid gap-4">
        {items.map((search) => (
          <SearchCard
            key={search.id}
            search={search}
            onChange={(body) => void change(search, body)}
            onRemove={() => void remove(search)}
          />
        ))}
      </ul>
    </>
  )
}

type SearchCardProps = {
  search: SavedSearch
  onChange: (body: SearchChange) => void
  onRemove: () => void
}

function SearchCard({ search, onChange, onRemove }: SearchCardProps) {
  return (
    <Card as="li" id={`search-${search.id}`} className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="text-lg">
          <Link
            to={`${paths.sitters()}?${search.address}`}
            onClick={() => search.fresh > 0 && onChange({ looked: true })}
          >
            {search.name}
          </Link>
        </h3>
        {search.fresh > 0 && <Badge tone="green">{plural(search.fresh, 'new sitter', 'new sitters')}</Badge>}
        {search.over && <Badge>Its dates have passed</Badge>}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Switch
          label="Tell me when a new sitter matches"
          checked={search.tells}
          onChange={(event) => onChange({ tells: event.target.checked })}
        />
        <Button kind="quiet" size="small" onClick={onRemove}>
          Remove
          <span className="sr-only">{` ${search.name}`}</span>
        </Button>
      </div>
    </Card>
  )
}
