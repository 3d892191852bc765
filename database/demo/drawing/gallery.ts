import type { Random } from '../random.ts'
import type { Animal } from './animals.ts'
import { courtyard, lawn, pond, terrace } from './gardens.ts'
import type { Look } from './look.ts'
import { dayHours, type CityLook, hours, palettes } from './palettes.ts'
import { drawPersonWith } from './person.ts'
import { drawPortraitOf, portraitGrounds, portraitSize } from './portraits.ts'
import { balcony, hallway, kitchen, livingRoom, readingCorner, windowSeat } from './rooms.ts'
import { sceneHeight, sceneWidth, type Setting } from './scene.ts'
import { group, picture, place } from './shapes.ts'
import type { View } from './views.ts'
import { beach, fields, park, riverside, street, type WalkSetting } from './walks.ts'

/** `ground` is shown until the picture has loaded. */
export type Drawing = { svg: string; width: number; height: number; ground: string; alt: string }

/** What a sitter's profile says about the home, and who lives there. */
export type HomeFacts = {
  name: string
  look: Look
  city: CityLook
  type: string
  garden: 'none' | 'shared' | 'fenced'
  /** Whether pets stay at the sitter's home. */
  isHost: boolean
  walksDogs: boolean
  view?: View | undefined
  /** The sitter's own pets, followed by visiting ones. */
  animals: readonly Animal[]
}

type Scene = {
  draw: (setting: WalkSetting) => string
  /** What the picture shows, before "with a dog and a cat". */
  shows: string
  /** Where a person is who is in the picture too. */
  where: string
  kind: 'room' | 'garden' | 'walk'
  fits?: (facts: HomeFacts) => boolean
}

const isTown = ({ type }: HomeFacts) => type !== 'farm'
const hasGarden = ({ garden }: HomeFacts) => garden === 'fenced'

/** All scenes of a gallery; a sitter gets some of those that fit. */
export const scenes: readonly Scene[] = [
  { kind: 'room', draw: livingRoom, shows: 'a living room', where: 'in a living room' },
  { kind: 'room', draw: windowSeat, shows: 'a window seat', where: 'before a window' },
  { kind: 'room', draw: kitchen, shows: 'a kitchen', where: 'in a kitchen' },
  { kind: 'room', draw: hallway, shows: 'a hallway', where: 'in a hallway' },
  { kind: 'room', draw: readingCorner, shows: 'an armchair beside bookcases', where: 'before bookcases' },
  {
    kind: 'room',
    draw: balcony,
    shows: 'a balcony',
    where: 'on a balcony',
    fits: ({ type }) => type === 'flat',
  },
  { kind: 'garden', draw: lawn, shows: 'a fenced lawn', where: 'in a garden', fits: hasGarden },
  { kind: 'garden', draw: terrace, shows: 'a terrace', where: 'on a terrace', fits: hasGarden },
  { kind: 'garden', draw: pond, shows: 'a pond in a garden', where: 'at a pond', fits: hasGarden },
  {
    kind: 'garden',
    draw: courtyard,
    shows: 'a shared garden',
    where: 'in a shared garden',
    fits: ({ garden }) => garden === 'shared',
  },
  { kind: 'walk', draw: park, shows: 'a park', where: 'in a park' },
  { kind: 'walk', draw: riverside, shows: 'a river', where: 'by a river', fits: isTown },
  { kind: 'walk', draw: beach, shows: 'a beach', where: 'on a beach', fits: ({ city }) => city.isCoastal },
  { kind: 'walk', draw: street, shows: 'a street', where: 'in a street', fits: isTown },
  {
    kind: 'walk',
    draw: fields,
    shows: 'fields',
    where: 'on a path through fields',
    fits: (facts) => !isTown(facts) || facts.type === 'house',
  },
]

/** Draws the photo of a person's account. */
export function drawAccountPhoto(
  { name, look, city }: Pick<HomeFacts, 'name' | 'look' | 'city'>,
  animal: Animal | undefined,
  random: Random,
): Drawing {
  const ground = random.pick(portraitGrounds)
  const alt = `Drawing of ${name}${animal ? ` with a ${animal.species}` : ''}`
  const svg = drawPortraitOf({ look, houses: city.houses, ground, random }, animal)
  return { svg, width: portraitSize, height: portraitSize, ground, alt }
}

/** Draws the pictures of a sitter's profile: rooms of one home, the garden if there is one, and walks. */
export function drawGallery(facts: HomeFacts, random: Random): Drawing[] {
  const home = { palette: random.pick(palettes), view: facts.view ?? random.pick(['city', 'trees', 'river']) }
  return chooseScenes(facts, random).map((chosen) =>
    drawScene(chosen, facts, home, random.fork(chosen.scene.shows)),
  )
}

function drawScene(
  { scene, isPortrait }: Chosen,
  { name, look, city, animals: all }: HomeFacts,
  home: Pick<Setting, 'palette' | 'view'>,
  random: Random,
): Drawing {
  const isWalk = scene.kind === 'walk'
  const dogs = all.filter(({ species }) => species === 'dog')
  // Residents come first, guests are seen now and then.
  const present = isWalk ? dogs : random.chance(0.6) ? all : random.shuffled(all)
  const animals = present.slice(0, isPortrait ? 1 : random.pick(isWalk ? [1, 1, 2] : [1, 2]))
  const hour = random.pick(scene.kind === 'room' ? hours : dayHours)
  const setting: WalkSetting = { ...home, hour, houses: city.houses, animals, random, look }
  return {
    svg: picture(sceneWidth, sceneHeight, isPortrait ? withPerson(scene, setting) : scene.draw(setting)),
    width: sceneWidth,
    height: sceneHeight,
    ground: scene.kind === 'room' ? home.palette.wall : '#C9DDC4',
    alt: altOf(scene, name, animals, isPortrait),
  }
}

/** The person in the foreground, holding a pet, with a room or garden behind. */
function withPerson({ draw }: Scene, setting: WalkSetting): string {
  const turn = setting.random.pick([1, -1] as const)
  return [
    group('translate(-154 -170) scale(1.3)', draw({ ...setting, animals: [] })),
    place(
      { x: turn === 1 ? 400 : 624, y: 300, scale: 1.9 },
      drawPersonWith(setting.look, setting.animals[0]!, turn),
    ),
  ].join('')
}

/** Describes a drawing: "Drawing of a kitchen with a cat and a dog". */
function altOf(
  { kind, shows, where }: Scene,
  name: string,
  animals: readonly Animal[],
  isPortrait: boolean,
): string {
  const [first, second] = animals.map(({ species }) => species).toSorted()
  const company =
    second === undefined ? `a ${first}` : first === second ? `two ${first}s` : `a ${first} and a ${second}`
  return isPortrait || kind === 'walk'
    ? `Drawing of ${name} with ${company} ${where}`
    : `Drawing of ${shows} with ${company}`
}

type Chosen = { scene: Scene; isPortrait: boolean }

/**
 * Between three and six scenes. The first one is shown on the card beside the face, so it is the home or the garden
 * without the person.
 */
function chooseScenes(facts: HomeFacts, random: Random): Chosen[] {
  const fitting = random.shuffled(scenes.filter(({ fits }) => !fits || fits(facts)))
  const some = (kind: Scene['kind'], count: number) =>
    fitting.filter((scene) => scene.kind === kind).slice(0, count)
  const hasDogs = facts.animals.some(({ species }) => species === 'dog')
  const walks = hasDogs ? some('walk', facts.walksDogs ? random.integer(1, 2) : 1) : []
  const home = [
    ...some('room', facts.isHost ? random.integer(2, 3) : 2),
    ...some('garden', random.integer(1, 2)),
  ]
  const [front, second, ...others] = random.shuffled(home)
  const isSeen = random.chance(0.6)
  const all = [
    { scene: front!, isPortrait: false },
    { scene: second!, isPortrait: isSeen },
    ...random.shuffled([...others, ...walks]).map((scene) => ({ scene, isPortrait: false })),
  ]
  const spare = some('room', 4).filter((scene) => !home.includes(scene))
  while (all.length < 3) all.push({ scene: spare.pop()!, isPortrait: false })
  return all.slice(0, 6)
}
