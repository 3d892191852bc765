import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id, Instant, line } from '#contract/values.ts'
import { PinsQuery } from './search.ts'

const Name = line(120, 1)
const params = z.object({ searchId: Id })

/** A saved search, with optional notices about new matches. */
export const SavedSearch = z.object({
  id: Id,
  name: z.string(),
  /** Query string of the search page. */
  address: z.string(),
  /** Whether the person gets a notice, at most once a day, if a new sitter matches. */
  tells: z.boolean(),
  /** Number of sitters who have started to match since the person last opened the search. */
  fresh: z.int(),
  /** The searched days have passed, so no sitter can match any more. */
  over: z.boolean(),
  createdAt: Instant,
})

const SavedSearches = z.object({ items: z.array(SavedSearch), nextCursor: z.null() })

export const listSavedSearches = endpoint({
  method: 'GET',
  path: '/v1/saved-searches',
  access: 'account',
  summary: 'List your saved searches, newest first; at most 20',
  response: SavedSearches,
  problems: [],
})

export const saveSearch = endpoint({
  method: 'POST',
  path: '/v1/saved-searches',
  access: 'account',
  summary: 'Create a saved search; returns 200 with the existing one if it is already saved',
  status: 201,
  body: z.strictObject({
    name: Name,
    address: line(1500).refine(
      (words) => /^[\w=&%.,:+~*!'()-]*$/.test(words),
      'Give the part of the address after the ?',
    ),
    query: PinsQuery,
    tells: z.boolean().default(true),
  }),
  response: SavedSearch,
  problems: ['saved-searches-full', 'place-not-found', 'dates-refused', 'search-too-wide'],
})

export const changeSavedSearch = endpoint({
  method: 'PUT',
  path: '/v1/saved-searches/:searchId',
  access: 'account',
  summary:
    'Update a saved search: its name, its notices, or its matches as seen; omitted fields stay unchanged',
  params,
  body: z.strictObject({
    name: Name.optional(),
    tells: z.boolean().optional(),
    /** Resets the number of new matches to 0. */
    looked: z.literal(true).optional(),
  }),
  response: SavedSearch,
  problems: ['not-found'],
})

export const removeSavedSearch = endpoint({
  method: 'DELETE',
  path: '/v1/saved-searches/:searchId',
  access: 'account',
  summary: 'Delete a saved search; succeeds if there is none',
  params,
  response: z.object({}),
  problems: [],
})

export type SavedSearch = z.infer<typeof SavedSearch>
