import { Icon } from '#web/ui/icon.tsx'
import { useEffect, useEffectEvent, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { serviceNames } from '#contract/words.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { api } from '#web/api.ts'
import { paths } from '#web/paths.ts'
import { hint } from '#web/persisted.ts'
import { countedSearch, pageSize, searchQuery, type SearchState } from '#web/search/search-state.ts'
import { datesInWords, petsInSentence } from '#web/search/search-words.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'

/** Key of the search a visitor wanted to save before signing in. It is saved when they return to it. */
const wish = 'sitwell.save-search'

/** Drops the parameters that only affect the display. */
const tidied = (search: SearchState): SearchState => ({ ...search, map: null, shown: pageSize })

const addressOf = (search: SearchState): string => new URLSearchParams(searchQuery(tidied(search))).toString()

/** `Boarding near Lisbon, 18 to 25 December, Rex` */
function nameOf(search: SearchState, placeName: string | null): string {
  const where = placeName ? ` near ${placeName}` : search.bounds ? ' on a part of the map' : ''
  return [
    `${search.service ? serviceNames[search.service] : 'Any care'}${where}`,
    datesInWords(search),
    petsInSentence(search.pets),
  ]
    .filter(Boolean)
    .join(', ')
    .slice(0, 120)
}

/** Saves the search; the person is then notified of new matching sitters. */
export function SaveSearch({ search, placeName }: { search: SearchState; placeName: string | null }) {
  const { pending, errors, attempt, run } = useSaving()
  const [saved, setSaved] = useState<string | null>(null)
  const navigate = useNavigate()
  const address = addressOf(search)

  async function save() {
    if (hint.getState().accountId === null) {
      sessionStorage.setItem(wish, address)
      await navigate(paths.signIn(`${paths.sitters()}?${address}`))
      return
    }
    const body = { name: nameOf(search, placeName), address, query: countedSearch(search) }
    if (await run(() => api('POST /v1/saved-searches', { body }))) setSaved(address)
  }

  const saveAfterSignIn = useEffectEvent(() => {
    if (sessionStorage.getItem(wish) !== address || hint.getState().accountId === null) return
    sessionStorage.removeItem(wish)
    void save()
  })
  useEffect(() => saveAfterSignIn(), [])

  if (saved === address)
    return (
      <p role="status" className="text-[0.9375rem]">
        Saved. We tell you when a new sitter matches.{' '}
        <Link to={paths.savedSearches()} className="link">
          Your searches
        </Link>
      </p>
    )
  return (
    <>
      <ErrorSummary errors={errors} attempt={attempt} />
      <Button
        pending={pending && 'Saving…'}
        icon={<Icon name="bell-plus" size={18} />}
        className="justify-self-start"
        onClick={() => void save()}
      >
        Save this search
      </Button>
    </>
  )
}
