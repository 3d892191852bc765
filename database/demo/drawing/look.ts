import type { Random } from '../random.ts'
import { type ClothesStyle, clothesColours, clothesStyles } from './clothes.ts'
import { type Age, hairColours, type HairStyle, hairStyles, type Presentation } from './hair.ts'
import { originOf, presentationOf } from './names.ts'

/** `shade` is for what lies in shadow, `blush` for cheeks, `lip` for the mouth. */
export type Skin = { skin: string; shade: string; blush: string; lip: string }

/** From pale to deep. */
export const skins: readonly Skin[] = [
  { skin: '#F7D9C4', shade: '#E8BFA5', blush: '#EDA48F', lip: '#C4695C' },
  { skin: '#F0C9AA', shade: '#DDAE8B', blush: '#E39378', lip: '#B9604F' },
  { skin: '#E3B48D', shade: '#CB9870', blush: '#D6825F', lip: '#A95445' },
  { skin: '#CF9A6E', shade: '#B58057', blush: '#C46F4C', lip: '#95483A' },
  { skin: '#B07B52', shade: '#966440', blush: '#AA5C3E', lip: '#7E3B30' },
  { skin: '#8C5D3E', shade: '#754A2F', blush: '#96492F', lip: '#6A2F29' },
  { skin: '#6B4530', shade: '#563524', blush: '#84402C', lip: '#4F2320' },
]

export type FaceShape = 'oval' | 'round' | 'square' | 'heart'
export type Beard = 'none' | 'stubble' | 'full' | 'goatee' | 'moustache'
export type Glasses = 'none' | 'round' | 'square' | 'fine'
export type Smile = 'closed' | 'open' | 'lopsided'

/** Everything that a person is drawn from, so that the person looks the same in each picture. */
export type Look = Skin & {
  age: Age
  face: FaceShape
  hair: HairStyle
  hairColour: string
  beard: Beard
  glasses: Glasses
  frame: string
  smile: Smile
  freckles: boolean
  earrings: string | null
  clothes: ClothesStyle
  top: string
  under: string
  trousers: string
  /** The side of the parting, and of the head that is turned away: 1 or −1. */
  side: 1 | -1
}

/** What is known of a person before the rest is drawn by chance. */
export type Sketch = Partial<Omit<Look, keyof Skin>> & { firstName: string; tone?: number }

const beards: Record<Presentation, Partial<Record<Beard, number>>> = {
  man: { none: 46, stubble: 18, full: 20, goatee: 7, moustache: 9 },
  woman: { none: 1 },
}
const frames = ['#2B201A', '#6B3F2A', '#1F4D3F', '#8A6A3C', '#4B5563'] as const
const trousers = ['#3F556E', '#5C5346', '#2F4A41', '#7A6652', '#454052'] as const

export function lookOf(sketch: Sketch, random: Random): Look {
  const { firstName, tone: _tone, ...given } = sketch
  const presentation = presentationOf(firstName, random)
  const origin = originOf(firstName)
  const age = given.age ?? random.weighted<Age>({ young: 38, middle: 42, older: 20 })
  const tone = sketch.tone ?? random.integer(...origin.tones)
  const styles = hairStyles.filter(
    ({ worn, ages, fromTone = 0 }) =>
      worn.includes(presentation) && (!ages || ages.includes(age)) && tone >= fromTone,
  )
  const worn = origin.hair?.filter(
    (name) =>
      !hairStyles.some((style) => style.name === name && style.worn.length > 0 && !styles.includes(style)),
  )
  const hair = random.pick(worn ?? styles.map(({ name }) => name))
  const isGrey = age === 'older' || (age === 'middle' && random.chance(0.12))
  const colours = isGrey ? hairColours.grey : tone > 2 ? hairColours.black : origin.colours
  const top = random.pick(clothesColours)
  return {
    ...skins[tone]!,
    age,
    face: random.pick(['oval', 'round', 'square', 'heart'] as const),
    hair,
    hairColour: random.pick(colours),
    beard: random.weighted<Beard>(beards[presentation]),
    glasses: random.weighted<Glasses>({ none: age === 'older' ? 40 : 66, round: 14, square: 12, fine: 8 }),
    frame: random.pick(frames),
    smile: random.weighted<Smile>({ closed: 45, open: 38, lopsided: 17 }),
    freckles: random.chance(0.14),
    earrings:
      presentation === 'woman' && random.chance(0.45) ? random.pick(['#E39A2D', '#F4F1EA', '#1F4D3F']) : null,
    clothes: random.pick(clothesStyles),
    top,
    under: random.pick(clothesColours.filter((colour) => colour !== top)),
    trousers: random.pick(trousers),
    side: random.pick([1, -1]),
    ...given,
  }
}
