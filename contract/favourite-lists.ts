import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { SitterBrief } from './favourites.ts'
import { Id, line } from './values.ts'

const Name = line(60, 1)
const account = z.object({ accountId: Id })
const params = z.object({ accountId: Id, listId: Id })

/** A list of favourites. Its sitters are the favourites whose `listIds` contain its id. */
export const FavouriteList = z.object({
  id: Id,
  name: z.string(),
  /** The list of all favourites, which everybody has. Its id is that of the account. */
  isEverything: z.boolean(),
  /** Where anybody can read the list without an account; null unless it is shared. */
  url: z.string().nullable(),
  version: z.int(),
})

export const listFavouriteLists = endpoint({
  method: 'GET',
  path: '/v1/accounts/:accountId/favorite-lists',
  access: 'account',
  summary: 'List your lists of favourites: the one of all favourites first, then by creation; at most 31',
  params: account,
  response: z.object({ items: z.array(FavouriteList), nextCursor: z.null() }),
  problems: ['account-not-found'],
})

export const createFavouriteList = endpoint({
  method: 'POST',
  path: '/v1/accounts/:accountId/favorite-lists',
  access: 'account',
  summary: 'Create a list of favourites; sitters who are not among your favourites are ignored',
  status: 201,
  params: account,
  body: z.strictObject({ name: Name, sitterIds: z.array(Id).max(200).default([]) }),
  response: FavouriteList,
  problems: ['account-not-found', 'list-exists', 'lists-full'],
})

export const renameFavouriteList = endpoint({
  method: 'PUT',
  path: '/v1/accounts/:accountId/favorite-lists/:listId',
  access: 'account',
  summary: 'Rename a list of favourites',
  params,
  body: z.strictObject({ name: Name, version: z.int() }),
  response: FavouriteList,
  problems: ['account-not-found', 'list-not-found', 'list-exists', 'list-fixed', 'version-stale'],
})

export const deleteFavouriteList = endpoint({
  method: 'DELETE',
  path: '/v1/accounts/:accountId/favorite-lists/:listId',
  access: 'account',
  summary: 'Delete a list; its sitters stay among your favourites; succeeds if there is no such list',
  params,
  response: z.object({}),
  problems: ['account-not-found', 'list-fixed'],
})

export const shareFavouriteList = endpoint({
  method: 'PUT',
  path: '/v1/accounts/:accountId/favorite-lists/:listId/sharing',
  access: 'account',
  summary:
    'Share a list at an address that cannot be guessed, or stop sharing it; sharing it again gives another address',
  params,
  body: z.strictObject({ shared: z.boolean() }),
  response: FavouriteList,
  problems: ['account-not-found', 'list-not-found'],
})

/** What everybody with the address of a shared list can read. */
export const SharedList = z.object({
  name: z.string(),
  isEverything: z.boolean(),
  /** First name of the person whose list it is. */
  ownerName: z.string(),
  /** The published sitters on the list, the last added first. */
  sitters: z.array(SitterBrief),
})

export const showSharedList = endpoint({
  method: 'GET',
  path: '/v1/lists/:code',
  access: 'public',
  summary: 'Get a shared list of favourites by the code in its address; no sign-in needed',
  params: z.object({ code: z.string().max(100) }),
  response: SharedList,
  problems: ['list-not-found'],
  noStore: true,
})

export type FavouriteList = z.infer<typeof FavouriteList>
export type SharedList = z.infer<typeof SharedList>
