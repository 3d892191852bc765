import { z } from 'zod'
import { services } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { Amount } from './values.ts'

/**
 * A real town (GeoNames), or a postcode imported by the operator. Postcodes have ids from 3,000,000,000 and no
 * population.
 */
export const Place = z.object({
  id: z.int(),
  name: z.string(),
  /** Region within the country, empty if unknown. */
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
  summary:
    'Search imported postcodes, then towns whose name starts with or resembles the query; towns with sitters and those of the person’s country first, then the largest',
  query: z.object({
    q: z.string().max(80),
    limit: z.coerce.number().pipe(z.int().min(1).max(20)).default(8),
    /** The person's IANA time zone, such as Europe/Lisbon: towns of its country come before larger ones elsewhere. */
    timeZone: z
      .string()
      .max(64)
      .regex(/^[A-Za-z0-9_+/-]*$/, 'Send the name of a time zone, like Europe/Lisbon')
      .optional(),
    /**
     * Two-letter code of the person's country, used if the time zone has none (UTC) or is not sent: the region of the
     * browser's language, for example. No header of the request is read, so an answer depends on its address alone.
     */
    country: z
      .string()
      .regex(/^[A-Za-z]{2}$/, 'Send the two letters of a country, like PT')
      .toUpperCase()
      .optional(),
  }),
  response: z.object({
    items: z.array(
      Place.extend({
        /** Published sitters who live in the town, counted in the last five minutes; 0 for postcodes. */
        sitters: z.int(),
      }),
    ),
  }),
  problems: [],
})

export const listPlacesInSight = endpoint({
  method: 'GET',
  path: '/v1/places/in-sight',
  access: 'public',
  summary: 'List the largest towns in an area, for a map; at most 40',
  query: z.strictObject({
    /** south,west,north,east in degrees; west may exceed east across the date line. */
    bounds: z.string().max(80),
  }),
  response: z.object({ items: z.array(Place.pick({ id: true, name: true, lat: true, lng: true })) }),
  problems: [],
})

export const showPlace = endpoint({
  method: 'GET',
  path: '/v1/places/:placeId',
  access: 'public',
  summary: 'Get a town or an imported postcode',
  params: z.object({ placeId: z.string().regex(/^[1-9]\d{0,9}$/) }),
  response: Place,
  problems: ['place-not-found'],
})

/** Cities with at least three published sitters, for the home page. */
export const listCities = endpoint({
  method: 'GET',
  path: '/v1/cities',
  access: 'public',
  summary: 'List cities with at least three published sitters, most sitters first; at most 60',
  response: z.object({ items: z.array(z.object({ place: Place, sitters: z.int() })) }),
  problems: [],
})

/** Data of a city page; towns with fewer than three published sitters have none. */
export const showCity = endpoint({
  method: 'GET',
  path: '/v1/cities/:placeId',
  access: 'public',
  summary: 'Get a city with at least three published sitters: services, prices and nearby cities',
  params: z.object({ placeId: z.string().regex(/^[1-9]\d{0,9}$/) }),
  response: z.object({
    place: Place,
    sitters: z.int(),
    /** Services offered in the city, in the order of the contract. */
    services: z.array(
      z.object({
        service: z.enum(services),
        sitters: z.int(),
        /** The lowest and the median price of one unit for one pet, in minor units, including the owner's fee. */
        fromPrice: Amount,
        medianPrice: Amount,
      }),
    ),
    /** At most twelve cities within 100 km, nearest first. */
    nearby: z.array(z.object({ place: Place, sitters: z.int() })),
  }),
  problems: ['place-not-found'],
})

export type Place = z.infer<typeof Place>
