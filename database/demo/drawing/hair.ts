import { darker, lighter, line, mirrored, oval, path, rect } from './shapes.ts'

export type Age = 'young' | 'middle' | 'older'
export type Presentation = 'woman' | 'man'

const blacks = ['#2E2723', '#3A2E28', '#29252A'] as const
const greys = ['#CFC9C1', '#AFA89F', '#E6E1D8', '#8F8982'] as const
export const hairColours = {
  black: blacks,
  grey: greys,
  any: [
    ...blacks,
    '#4A3427',
    '#5E4130',
    '#7A5236',
    '#8E6138',
    '#A9773F',
    '#C99A55',
    '#DDB873',
    '#A8512C',
    '#8C3F26',
  ],
} as const

const styleNames = [
  'crop',
  'sidePart',
  'quiff',
  'buzz',
  'bald',
  'curls',
  'bob',
  'fringe',
  'straight',
  'waves',
  'bun',
  'ponytail',
  'afro',
  'pixie',
  'braids',
  'locs',
  'set',
  'headscarf',
  'turban',
  'beanie',
] as const
export type HairStyle = (typeof styleNames)[number]

/** Layers around a head whose centre is at 0, 0 and whose face is 90 wide: behind the body, and over the face. */
type Layers = { behind: string; over: string }
type Style = {
  name: HairStyle
  worn: readonly Presentation[]
  ages?: readonly Age[]
  /** Index of the palest skin with which it is drawn. */
  fromTone?: number
  draw: (colour: string, cloth: string) => Layers
}

const swept = 'M-47 0C-55 -46 -36 -71 0 -71C36 -71 55 -46 47 0C44 -20 36 -37 0 -45C-36 -37 -44 -20 -47 0Z'
const parted = 'M-49 44C-59 -42 -41 -75 0 -75C41 -75 59 -42 49 44C50 2 40 -26 -8 -52C-24 -38 -48 -6 -49 44Z'

const over = (d: string) => (colour: string) => ({ behind: '', over: path(d, colour) })
const strands = (d: string, colour: string) => line(d, lighter(colour, 0.14), 2.4, 0.7)

const puffs = (all: readonly (readonly [number, number, number])[], colour: string) =>
  all.map(([x, y, radius]) => oval(x, y, radius, radius, colour)).join('')

const curlPuffs = [
  [-45, -20, 12],
  [-42, -40, 15],
  [-25, -58, 17],
  [0, -65, 18],
  [25, -58, 17],
  [42, -40, 15],
  [45, -20, 12],
  [-14, -47, 13],
  [13, -48, 13],
  [-31, -38, 12],
  [31, -38, 12],
] as const
const setPuffs = [
  [-52, 12, 12],
  [-54, -8, 14],
  [-50, -32, 16],
  [-32, -56, 18],
  [-4, -66, 19],
  [26, -60, 18],
  [46, -38, 16],
  [54, -12, 14],
  [52, 10, 12],
  [-18, -48, 14],
  [10, -50, 14],
  [34, -40, 12],
] as const

const drawings: Record<HairStyle, Omit<Style, 'name'>> = {
  crop: {
    worn: ['man'],
    draw: over(
      'M-47 -2C-53 -46 -37 -70 0 -70C37 -70 53 -46 47 -2C44 -12 43 -20 40 -29C26 -38 -26 -38 -40 -29C-43 -20 -44 -12 -47 -2Z',
    ),
  },
  sidePart: {
    worn: ['man'],
    draw: (colour) => ({
      behind: '',
      over:
        path(
          'M-47 0C-56 -48 -34 -76 6 -74C42 -72 55 -40 47 0C44 -14 42 -22 38 -31C16 -30 -8 -36 -20 -48C-24 -36 -33 -29 -40 -25C-43 -16 -45 -8 -47 0Z',
          colour,
        ) + strands('M-14 -52C0 -40 18 -36 34 -38', colour),
    }),
  },
  quiff: {
    worn: ['man'],
    ages: ['young', 'middle'],
    draw: (colour) => ({
      behind: '',
      over:
        path(
          'M-46 -4C-52 -34 -46 -52 -37 -58C-34 -82 10 -92 38 -76C53 -66 52 -36 46 -4C44 -16 43 -24 40 -32C22 -42 -16 -46 -37 -35C-42 -24 -44 -16 -46 -4Z',
          colour,
        ) + strands('M-24 -56C-10 -70 14 -72 30 -62', colour),
    }),
  },
  buzz: {
    worn: ['man'],
    draw: (colour) => ({
      behind: '',
      over: path(
        'M-46 -4C-50 -42 -35 -63 0 -63C35 -63 50 -42 46 -4C44 -16 42 -24 38 -31C24 -40 -24 -40 -38 -31C-42 -24 -44 -16 -46 -4Z',
        colour,
        0.88,
      ),
    }),
  },
  bald: {
    worn: ['man'],
    ages: ['middle', 'older'],
    draw: (colour) => ({
      behind: '',
      over: mirrored(path('M-46 14C-53 -2 -52 -22 -44 -32C-41 -18 -42 -2 -46 14Z', colour)),
    }),
  },
  curls: {
    worn: ['man', 'woman'],
    draw: (colour) => ({
      behind: '',
      over:
        puffs(curlPuffs, colour) +
        line(
          'M-26 -60C-20 -66 -12 -64 -12 -58M12 -66C18 -70 26 -66 25 -60M-40 -42C-36 -48 -30 -46 -30 -41',
          lighter(colour, 0.16),
          2.4,
          0.7,
        ),
    }),
  },
  bob: {
    worn: ['woman'],
    draw: (colour) => ({
      behind: path('M-55 48C-68 -10 -60 -76 0 -76C60 -76 68 -10 55 48C40 58 -40 58 -55 48Z', colour),
      over:
        path(
          'M-50 46C-60 -42 -40 -76 0 -76C40 -76 60 -42 50 46C44 44 40 38 40 30C44 2 36 -24 14 -46C-4 -28 -26 -18 -40 -14C-42 6 -42 20 -40 30C-40 38 -44 44 -50 46Z',
          colour,
        ) + strands('M16 -56C0 -40 -20 -30 -38 -26', colour),
    }),
  },
  fringe: {
    worn: ['woman'],
    draw: (colour) => ({
      behind: path('M-56 76C-70 0 -60 -76 0 -76C60 -76 70 0 56 76C44 84 -44 84 -56 76Z', darker(colour, 0.1)),
      over:
        path(
          'M-51 64C-60 -40 -40 -76 0 -76C40 -76 60 -40 51 64C46 64 42 60 42 52C45 20 44 -6 40 -16C20 -12 -20 -12 -40 -16C-44 -6 -45 20 -42 52C-42 60 -46 64 -51 64Z',
          colour,
        ) +
        strands(
          'M-22 -60C-26 -46 -28 -34 -28 -22M2 -64C2 -48 2 -34 2 -20M24 -60C28 -46 29 -34 28 -22',
          colour,
        ),
    }),
  },
  straight: {
    worn: ['woman'],
    ages: ['young', 'middle'],
    draw: (colour) => ({
      behind: path(
        'M-56 124C-74 40 -64 -78 0 -78C64 -78 74 40 56 124C30 134 -30 134 -56 124Z',
        darker(colour, 0.1),
      ),
      over: path(
        'M-50 52C-59 -40 -42 -75 0 -75C42 -75 59 -40 50 52C50 6 42 -24 1 -54C-42 -24 -50 6 -50 52Z',
        colour,
      ),
    }),
  },
  waves: {
    worn: ['woman'],
    draw: (colour) => ({
      behind: path(
        'M0 -78C-62 -78 -68 -24 -61 4C-73 20 -59 40 -67 58C-75 78 -60 96 -64 112C-40 128 40 128 64 112C60 96 75 78 67 58C59 40 73 20 61 4C68 -24 62 -78 0 -78Z',
        darker(colour, 0.1),
      ),
      over:
        path(parted, colour) + strands('M-4 -60C18 -52 36 -34 42 -6M-16 -56C-32 -44 -42 -26 -46 -4', colour),
    }),
  },
  bun: {
    worn: ['woman'],
    draw: (colour) => ({
      behind:
        oval(0, -84, 24, 21, colour) + line('M-14 -84C-8 -94 8 -96 15 -88', lighter(colour, 0.14), 2.4, 0.7),
      over:
        path(swept, colour) + strands('M-26 -44C-20 -56 -10 -62 -2 -64M26 -44C20 -56 12 -62 6 -64', colour),
    }),
  },
  ponytail: {
    worn: ['woman'],
    ages: ['young', 'middle'],
    draw: (colour) => ({
      behind: path('M24 -62C78 -78 92 -6 76 52C70 80 52 92 50 76C58 40 58 -6 26 -34Z', darker(colour, 0.08)),
      over: path(swept, colour) + strands('M-30 -42C-16 -56 8 -62 28 -58', colour),
    }),
  },
  afro: {
    worn: ['woman', 'man'],
    fromTone: 3,
    ages: ['young', 'middle'],
    draw: (colour) => ({
      behind: puffs(
        [
          [-52, -8, 24],
          [-56, -38, 26],
          [-38, -66, 28],
          [-8, -80, 28],
          [24, -76, 28],
          [50, -54, 27],
          [58, -24, 25],
          [50, 4, 22],
          [0, -50, 50],
        ],
        colour,
      ),
      over: path(
        'M-48 4C-58 -46 -36 -78 0 -78C36 -78 58 -46 48 4C45 -16 38 -34 0 -36C-38 -34 -45 -16 -48 4Z',
        colour,
      ),
    }),
  },
  pixie: {
    worn: ['woman'],
    draw: (colour) => ({
      behind: '',
      over:
        path(
          'M-47 12C-57 -40 -40 -76 4 -75C44 -74 56 -38 47 10C44 -6 42 -16 38 -23C24 -20 4 -28 -6 -42C-14 -26 -30 -16 -40 -12C-44 -4 -46 4 -47 12Z',
          colour,
        ) + strands('M0 -54C8 -40 22 -32 36 -32', colour),
    }),
  },
  braids: {
    worn: ['woman'],
    ages: ['young', 'middle'],
    draw: (colour) => ({
      behind: '',
      over:
        path(
          'M-48 12C-56 -42 -38 -74 0 -74C38 -74 56 -42 48 12C46 -12 38 -32 0 -50C-38 -32 -46 -12 -48 12Z',
          colour,
        ) +
        mirrored(
          [0, 1, 2, 3, 4, 5]
            .map((link) =>
              oval(
                -54 - (link % 2) * 3,
                14 + link * 18,
                10.5 - link * 0.6,
                12,
                link % 2 ? darker(colour, 0.12) : colour,
              ),
            )
            .join('') + rect(-63, 112, 16, 7, '#C9553F', { round: 3 }),
        ),
    }),
  },
  locs: {
    worn: ['woman', 'man'],
    fromTone: 3,
    ages: ['young', 'middle'],
    draw: (colour) => ({
      behind: [-52, -40, -26, 26, 40, 52]
        .map((x) => line(`M${x * 0.7} -40C${x * 1.3} -20 ${x * 1.15} 30 ${x * 1.1} 76`, colour, 13))
        .join(''),
      over:
        path(swept, colour) +
        mirrored(line('M-42 -30C-56 -10 -52 24 -54 60', darker(colour, 0.12), 11)) +
        line('M-24 -46L-16 -62M-6 -50V-66M12 -49L14 -66M28 -43L36 -56', lighter(colour, 0.16), 2.4, 0.7),
    }),
  },
  set: {
    worn: ['woman'],
    ages: ['older'],
    draw: (colour) => ({
      behind: path('M-58 24C-66 -20 -56 -72 0 -72C56 -72 66 -20 58 24Z', darker(colour, 0.08)),
      over:
        puffs(setPuffs, colour) +
        line(
          'M-36 -60C-28 -68 -20 -64 -20 -58M-8 -70C0 -76 10 -72 9 -66M22 -64C30 -70 38 -64 37 -58',
          darker(colour, 0.12),
          2.2,
          0.6,
        ),
    }),
  },
  headscarf: {
    worn: [],
    draw: (_colour, cloth) => ({
      behind: path('M-62 100C-80 20 -66 -80 0 -80C66 -80 80 20 62 100Z', darker(cloth)),
      over:
        path(
          'M-42 50C-60 78 -88 92 -96 122C-50 150 50 150 96 122C88 92 60 78 42 50C28 72 -28 72 -42 50Z',
          darker(cloth, 0.08),
        ) +
        path(
          'M-57 12C-64 -50 -42 -79 0 -79C42 -79 64 -50 57 12C54 48 38 76 0 86C-38 76 -54 48 -57 12ZM-39 -4C-39 36 -20 57 0 57C20 57 39 36 39 -4C39 -34 24 -44 0 -44C-24 -44 -39 -34 -39 -4Z',
          cloth,
        ) +
        line('M-44 -40C-30 -58 -10 -64 10 -62M-46 58C-20 96 30 100 66 92', darker(cloth, 0.2), 2.4, 0.7),
    }),
  },
  turban: {
    worn: [],
    draw: (_colour, cloth) => ({
      behind: '',
      over:
        path(
          'M-51 -12C-68 -62 -36 -98 4 -97C44 -96 66 -60 51 -12C46 -26 26 -42 0 -44C-26 -42 -46 -26 -51 -12Z',
          cloth,
        ) +
        line(
          'M-50 -24C-34 -56 4 -70 34 -82M-42 -42C-20 -66 0 -78 20 -90M49 -22C40 -44 20 -58 2 -62',
          darker(cloth, 0.2),
          3,
          0.7,
        ),
    }),
  },
  beanie: {
    worn: ['woman', 'man'],
    ages: ['young'],
    draw: (colour, cloth) => ({
      behind: path('M-52 30C-60 -20 -50 -50 0 -50C50 -50 60 -20 52 30Z', colour),
      over:
        mirrored(path('M-49 30C-54 0 -52 -16 -46 -28L-38 -28C-42 -8 -42 10 -44 28Z', colour)) +
        path('M-50 -24C-56 -66 -34 -90 0 -90C34 -90 56 -66 50 -24Z', cloth) +
        rect(-54, -38, 108, 22, darker(cloth, 0.14), { round: 11 }) +
        line('M-30 -36V-19M-15 -36V-18M0 -36V-18M15 -36V-18M30 -36V-19', darker(cloth, 0.26), 2.2, 0.6),
    }),
  },
}

export const hairStyles: readonly Style[] = styleNames.map((name) => ({ name, ...drawings[name] }))
export const drawHair = (name: HairStyle, colour: string, cloth: string): Layers =>
  drawings[name].draw(colour, cloth)
