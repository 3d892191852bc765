import { z } from 'zod'
import { SitterFigures } from '#contract/sitters/sitters.ts'
import { services } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { Face } from './files/files.ts'
import { PublicPet } from './pets.ts'
import { Amount, Currency, Id, Instant, text } from './values.ts'

/** How many named lists an account can have. */
export const mostLists = 30

/** Summary of a published sitter, for lists that do not come from a search. */
export const SitterBrief = SitterFigures.extend({
  id: Id,
  name: z.string(),
  headline: z.string(),
  neighbourhood: z.string().nullable(),
  placeName: z.string(),
  currency: Currency,
  /** Price of one unit for the first pet, including the owner's fee. */
  services: z.array(z.object({ service: z.enum(services), unitPrice: Amount })),
  face: Face,
  photoUrl: z.string().nullable(),
  /** The sitter's pet that was added first, drawn if there is no photo. */
  portrait: PublicPet.pick({ id: true, name: true, species: true, coat: true }).nullable(),
})

/** A saved sitter. Only the person who saved the sitter can read the note. */
export const Favourite = z.object({
  sitterId: Id,
  name: z.string(),
  note: z.string().nullable(),
  addedAt: Instant,
  /** Ids of the named lists that the sitter is on; the list of all favourites is left out. */
  listIds: z.array(Id),
  /** Null while the profile is not published. */
  sitter: SitterBrief.nullable(),
})

const Note = text(1000).nullable()
const params = z.object({ accountId: Id, sitterId: Id })
const Favourites = z.object({ items: z.array(Favourite), nextCursor: z.null() })

export const listFavourites = endpoint({
  method: 'GET',
  path: '/v1/accounts/:accountId/favorites',
  access: 'account',
  summary: 'List your favourites, newest first; at most 200',
  params: z.object({ accountId: Id }),
  response: Favourites,
  problems: ['account-not-found'],
})

export const keepFavourite = endpoint({
  method: 'PUT',
  path: '/v1/accounts/:accountId/favorites/:sitterId',
  access: 'account',
  summary:
    'Add a sitter to your favourites, or update your private note and the lists; omitted fields stay unchanged',
  params,
  body: z.strictObject({
    note: Note.optional(),
    addedAt: Instant.optional(),
    /** The sitter is then on these lists and no others; ids of lists that do not exist are ignored. */
    listIds: z.array(Id).max(mostLists).optional(),
  }),
  response: Favourite,
  problems: ['account-not-found', 'sitter-not-found', 'favourites-full'],
})

export const removeFavourite = endpoint({
  method: 'DELETE',
  path: '/v1/accounts/:accountId/favorites/:sitterId',
  access: 'account',
  summary: 'Remove a sitter from your favourites and all lists; succeeds if the sitter is not a favourite',
  params,
  response: z.object({}),
  problems: ['account-not-found'],
})

/** Imports the favourites that a device saved before sign-in. */
export const mergeFavourites = endpoint({
  method: 'POST',
  path: '/v1/accounts/:accountId/favorites/merge',
  access: 'account',
  summary:
    'Merge favourites saved without an account; existing ones stay unchanged, unpublished sitters are skipped',
  params: z.object({ accountId: Id }),
  body: z.strictObject({
    items: z.array(z.strictObject({ sitterId: Id, note: Note.default(null), addedAt: Instant })).max(200),
  }),
  response: Favourites,
  problems: ['account-not-found'],
})

export const listSitterBriefs = endpoint({
  method: 'GET',
  path: '/v1/sitters/briefs',
  access: 'public',
  summary: 'List up to 50 published sitters in brief by their ids, in the given order; others are omitted',
  query: z.object({
    /** Comma-separated. */
    ids: z
      .string()
      .max(1850)
      .transform((ids) => ids.split(',').filter((id) => id !== ''))
      .pipe(z.array(Id).max(50)),
  }),
  response: z.object({ items: z.array(SitterBrief), nextCursor: z.null() }),
  problems: [],
})

export type SitterBrief = z.infer<typeof SitterBrief>
export type Favourite = z.infer<typeof Favourite>
