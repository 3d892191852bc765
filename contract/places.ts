import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** A real town (GeoNames). */
export const Place = z.object({
  id: z.int(),
  name: z.string(),
  /** Region within the country, empty when unknown. */
  region: z.string(),
  country: z.string(),
  countryName: z.string(),
  lat: z.number(),
  lng: z.number(),
  timeZone: z.string(),
  population: z.int(),
})

export const searchPlaces = endpoint({
  method: 'GET',
  path: '/v1/places',
  access: 'public',
  summary: 'Towns whose name begins with or resembles the words typed, the largest first',
  query: z.object({
    q: z.string().max(80),
    limit: z.coerce.number().pipe(z.int().min(1).max(20)).default(8),
  }),
  response: z.object({ items: z.array(Place) }),
  problems: [],
})

export const showPlace = endpoint({
  method: 'GET',
  path: '/v1/places/:placeId',
  access: 'public',
  summary: 'A town by its id',
  params: z.object({ placeId: z.string().regex(/^[1-9]\d{0,9}$/) }),
  response: Place,
  problems: ['place-not-found'],
})

/** Cities with at least three published sitters, for the home page. */
export const listCities = endpoint({
  method: 'GET',
  path: '/v1/cities',
  access: 'public',
  summary: 'Cities with at least three published sitters, the most sitters first',
  response: z.object({ items: z.array(z.object({ place: Place, sitters: z.int() })) }),
  problems: [],
})

export type Place = z.infer<typeof Place>
