/** Colours of a home. `trim` is for window frames and skirting boards. */
export type Palette = {
  wall: string
  trim: string
  floor: string
  rug: string
  seat: string
  cushion: string
  wood: string
  accent: string
}

export const palettes: readonly Palette[] = [
  {
    wall: '#EFE3D0',
    trim: '#FBF6EC',
    floor: '#C69F74',
    rug: '#8FB7A4',
    seat: '#3F6285',
    cushion: '#E9B65E',
    wood: '#8A6242',
    accent: '#B9472F',
  },
  {
    wall: '#D9E4DB',
    trim: '#F8F6EE',
    floor: '#B98E66',
    rug: '#E3C9A4',
    seat: '#C77F5C',
    cushion: '#F1E4CE',
    wood: '#7A5639',
    accent: '#1F4D3F',
  },
  {
    wall: '#E4DDEA',
    trim: '#FAF7F7',
    floor: '#C8A883',
    rug: '#B7A3BC',
    seat: '#75506F',
    cushion: '#E8C27C',
    wood: '#93694A',
    accent: '#3F6285',
  },
  {
    wall: '#F2DDD0',
    trim: '#FDF8F2',
    floor: '#BC9270',
    rug: '#E8D3B4',
    seat: '#2F6152',
    cushion: '#D98B6B',
    wood: '#805A3F',
    accent: '#E39A2D',
  },
  {
    wall: '#D7E3E9',
    trim: '#F9F8F4',
    floor: '#CDAE86',
    rug: '#7FA0AE',
    seat: '#D7A44C',
    cushion: '#3F6285',
    wood: '#8E6A49',
    accent: '#B9472F',
  },
  {
    wall: '#EAE3D3',
    trim: '#FCFAF4',
    floor: '#A97F5A',
    rug: '#C9B28C',
    seat: '#7F9A83',
    cushion: '#F0DCC0',
    wood: '#6F4E36',
    accent: '#75506F',
  },
  {
    wall: '#5F7D71',
    trim: '#F1EBDD',
    floor: '#C09A70',
    rug: '#E2CDA8',
    seat: '#D9B08C',
    cushion: '#B9472F',
    wood: '#6B4A33',
    accent: '#E9B65E',
  },
  {
    wall: '#F0D9A8',
    trim: '#FCF6E8',
    floor: '#B58A63',
    rug: '#C76F4E',
    seat: '#4F6D7A',
    cushion: '#F4E7CF',
    wood: '#84593A',
    accent: '#2F6152',
  },
]

/** The light at a time of day: the sky, the tint that it gives to everything, and how dark shadows are. */
export type Hour = {
  sky: readonly [top: string, bottom: string]
  sun: string
  tint: string
  tintOpacity: number
  isDusk: boolean
}

export const hours: readonly Hour[] = [
  { sky: ['#CFE6EE', '#F3EBD8'], sun: '#FBE3A4', tint: '#FFE3AE', tintOpacity: 0.1, isDusk: false },
  { sky: ['#B5DBEA', '#E2F0EE'], sun: '#FDF0C4', tint: '#FFF3D6', tintOpacity: 0.06, isDusk: false },
  { sky: ['#F3CF9A', '#F9E7C6'], sun: '#FBD98A', tint: '#F7B25E', tintOpacity: 0.13, isDusk: false },
  { sky: ['#6F7EA6', '#EBB593'], sun: '#F6CFA0', tint: '#3A3560', tintOpacity: 0.13, isDusk: true },
]

export const dayHours = hours.filter(({ isDusk }) => !isDusk)

/** How houses look in a city; `gable` is the shape of the roofs. */
export type Houses = {
  walls: readonly string[]
  roof: string
  gable: 'pitched' | 'stepped' | 'flat'
  doors: readonly string[]
  towers: boolean
}

const southern: Houses = {
  walls: ['#F3DFA8', '#F0C9AF', '#F7EFE2', '#C9DCE0', '#E8B796', '#F2D3C4'],
  roof: '#C4703D',
  gable: 'pitched',
  doors: ['#1F4D3F', '#3F6285', '#8A4B32'],
  towers: false,
}
const brick: Houses = {
  walls: ['#B4674A', '#C98B6B', '#9A5B45', '#D8C3A5', '#E7DCCB'],
  roof: '#5E5A5C',
  gable: 'pitched',
  doors: ['#1F4D3F', '#B9472F', '#E39A2D', '#2F3B4C'],
  towers: false,
}
const canal: Houses = {
  walls: ['#7A4636', '#9A5644', '#4D4644', '#B77B58', '#C9A27E'],
  roof: '#5B3A30',
  gable: 'stepped',
  doors: ['#1F4D3F', '#2F3B4C', '#F1EBDD'],
  towers: false,
}
const central: Houses = {
  walls: ['#E7D3AE', '#D9B48A', '#C7CFC4', '#E2B7A0', '#EFE3CF'],
  roof: '#A5573C',
  gable: 'pitched',
  doors: ['#5C4433', '#1F4D3F', '#75506F'],
  towers: false,
}
const brownstone: Houses = {
  walls: ['#8A5240', '#A3624A', '#B98A6A', '#6E4436'],
  roof: '#4E3A33',
  gable: 'flat',
  doors: ['#2B201A', '#1F4D3F', '#B9472F'],
  towers: true,
}
const harbour: Houses = {
  walls: ['#C7CFC4', '#E9DCC6', '#A7B7C0', '#D9A98A', '#F1E8DA'],
  roof: '#6D7A83',
  gable: 'flat',
  doors: ['#3F6285', '#B9472F', '#E39A2D'],
  towers: true,
}

export type CityLook = { houses: Houses; isCoastal: boolean }

/** The cities of `content/demo/cities.json`, by their slugs. */
export const cityLooks: Record<string, CityLook> = {
  lisbon: { houses: southern, isCoastal: true },
  porto: { houses: southern, isCoastal: true },
  dublin: { houses: brick, isCoastal: true },
  london: { houses: brick, isCoastal: false },
  bristol: { houses: brick, isCoastal: false },
  berlin: { houses: central, isCoastal: false },
  warsaw: { houses: central, isCoastal: false },
  barcelona: { houses: southern, isCoastal: true },
  amsterdam: { houses: canal, isCoastal: false },
  'new-york': { houses: brownstone, isCoastal: true },
  toronto: { houses: brownstone, isCoastal: false },
  sydney: { houses: harbour, isCoastal: true },
}
