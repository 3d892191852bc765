import { expect, test } from 'vitest'
import type { SitterCard } from '#contract/search/search.ts'
import { packCard, unpackCard } from '#web/search/shown-card.ts'

const card: SitterCard = {
  id: '0199a437-572a-79be-8f35-6e22710369c4',
  name: 'Zofia M.',
  headline: 'Long walks along the water',
  neighbourhood: 'Mokotów',
  placeName: 'Warsaw',
  country: 'PL',
  lat: 52.19,
  lng: 21.01,
  distanceKm: 1.2,
  service: 'boarding',
  services: ['boarding', 'dog_walking'],
  currency: 'EUR',
  unitPrice: 30_00,
  total: 120_00,
  units: 4,
  policy: 'moderate',
  instant: true,
  home: {
    type: 'house',
    garden: 'fenced',
    smokeFree: true,
    children: 'none',
    aloneMaxHours: 4,
    car: false,
  },
  face: {
    photo: {
      id: '0199dbeb-347c-7d21-8cd9-954f2ff04770',
      sizes: [160, 320, 640, 1024].map((width) => ({ width, url: `/files/0a/${width}.webp` })),
    },
    tint: 3,
  },
  photoUrl: null,
  portrait: {
    id: '0199dbeb-347c-7d21-8cd9-954f2ff0476c',
    name: 'Miso',
    species: 'dog',
    breed: null,
    coat: 'gold',
    ageYears: 3,
    weightKg: 12,
  },
  rating: { average: 4.9, count: 12 },
  repeatClients: 3,
  clients: 9,
  responseRate: 0.94,
  responseMinutes: 90,
  badges: ['trusted', 'newcomer'],
  why: {
    score: 0.712345,
    components: {
      distance: 0.1,
      quality: 0.2,
      repeat: 0.3,
      response: 0.4,
      freshness: 0.54321,
      completeness: 0.6,
      newcomer: 0,
    },
  },
}

const {
  country: _1,
  lat: _2,
  lng: _3,
  services: _4,
  home: _5,
  clients: _6,
  responseRate: _7,
  ...shown
} = card

test('a packed card has what a card shows, with rounded shares, and nothing else', () => {
  expect(unpackCard(packCard(card))).toEqual({
    ...shown,
    face: { photo: { sizes: card.face.photo!.sizes.slice(0, 3) }, tint: 3 },
    portrait: { id: '0199dbeb-347c-7d21-8cd9-954f2ff0476c', species: 'dog', coat: 'gold' },
    why: { score: 0.712, components: { ...card.why.components, freshness: 0.543 } },
  })
  const sent = JSON.stringify(packCard(card))
  for (const name of [...Object.keys(card), 'Miso']) expect(sent).not.toContain(`"${name}"`)
  expect(sent).not.toContain('52.19')
})

test('a face in the corner of a photo is sent in its smallest size', () => {
  const { photo } = unpackCard(packCard({ ...card, photoUrl: '/files/a/640.webp' })).face
  expect(photo).toEqual({ sizes: card.face.photo!.sizes.slice(0, 1) })
})

test('a card without a rating, a photo, a portrait or badges is unchanged by packing', () => {
  const face = { photo: null, tint: 7 }
  const bare = { ...card, face, rating: { average: null, count: 0 }, portrait: null, badges: [] }
  expect(unpackCard(packCard(bare))).toMatchObject({ face, rating: bare.rating, portrait: null, badges: [] })
})
