import { startTransition, useCallback, useEffect, useMemo, useState } from 'react'
import type { Pet } from '#contract/pets.ts'
import { api } from '#web/api.ts'
import { hint, readHint } from '#web/persisted.ts'
import type { SearchPet } from '#web/search/search-state.ts'
import { loadLazyParts } from '#web/ui/lazy-on-interaction.tsx'
import { isHydrated } from '#web/ui/use-hydrated.ts'

export type SavedPets =
  | { status: 'signed-out' | 'loading' | 'failed'; pets: readonly Pet[] }
  | { status: 'ready'; pets: readonly Pet[]; accountId: string }

/**
 * Id of the signed-in account. A page that is hydrated reads it afterwards, because the HTML is the same for every
 * visitor; one that another page has led to knows it at once, so that no press there takes a person for a visitor.
 */
function useAccountId(): string | null {
  const [accountId, setAccountId] = useState(() => (isHydrated() ? readHint() : null))
  useEffect(() => {
    const read = () => {
      const id = readHint()
      if (id) loadLazyParts()
      startTransition(() => setAccountId(id))
    }
    read()
    return hint.subscribe(read)
  }, [])
  return accountId
}

type Known = { accountId: string; pets: readonly Pet[] | null } | null

function savedOf(accountId: string | null, known: Known): SavedPets {
  if (!accountId) return { status: 'signed-out', pets: [] }
  if (known?.accountId !== accountId) return { status: 'loading', pets: [] }
  return known.pets ? { status: 'ready', pets: known.pets, accountId } : { status: 'failed', pets: [] }
}

/** The signed-in user's pets, once loaded; `add` for those saved meanwhile. */
export function useSavedPets(): SavedPets & { add: (pets: readonly Pet[]) => void } {
  const accountId = useAccountId()
  const [known, setKnown] = useState<Known>(null)
  useEffect(() => {
    if (!accountId) return
    const abort = new AbortController()
    const settle = (pets: readonly Pet[] | null) => {
      if (!abort.signal.aborted) startTransition(() => setKnown({ accountId, pets }))
    }
    api(
      'GET /v1/accounts/:accountId/pets',
      { params: { accountId }, query: {} },
      { signal: abort.signal },
    ).then(
      ({ items }) => settle(items),
      () => settle(null),
    )
    return () => abort.abort()
  }, [accountId])
  const add = useCallback(
    (pets: readonly Pet[]) => setKnown((now) => now && { ...now, pets: [...(now.pets ?? []), ...pets] }),
    [],
  )
  return useMemo(() => ({ ...savedOf(accountId, known), add }), [accountId, known, add])
}

const sameName = (one: string, other: string) =>
  one.localeCompare(other, 'en-GB', { sensitivity: 'base' }) === 0

/** Scores how well a saved pet matches a described one; null if it is a different pet. */
function likeness(saved: Pet, described: SearchPet): number | null {
  if (saved.species !== described.species) return null
  if (described.name) return sameName(saved.name, described.name) ? 3 : null
  if (!described.weightKg || !saved.weightKg) return 1
  const difference = Math.abs(saved.weightKg - described.weightKg)
  return difference <= Math.max(1, described.weightKg * 0.2) ? 2 : null
}

/** Matches described pets to saved ones, each used at most once; unmatched ones have to be added first. */
export function matchPets(
  described: readonly SearchPet[],
  saved: readonly Pet[],
): { petIds: string[]; unmatched: SearchPet[] } {
  const petIds: string[] = []
  const unmatched: SearchPet[] = []
  for (const pet of described) {
    const best = saved
      .filter(({ id }) => !petIds.includes(id))
      .map((one) => ({ id: one.id, likeness: likeness(one, pet) }))
      .filter((one) => one.likeness !== null)
      .sort((a, b) => b.likeness! - a.likeness!)[0]
    if (best) petIds.push(best.id)
    else unmatched.push(pet)
  }
  return { petIds, unmatched }
}
