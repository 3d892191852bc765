export type Species = 'dog' | 'cat' | 'rabbit' | 'bird' | 'reptile' | 'fish' | 'horse' | 'other'
export type Ears = 'floppy' | 'pricked'

/**
 * `base` is the coat, `dark` the ears and markings, `pale` the muzzle and chest, `mouth` the mouth lines where dark
 * ones would not show; `words` match an owner's description.
 */
export type Coat = {
  words: readonly string[]
  base: string
  dark: string
  pale: string
  patch?: true
  stripes?: true
  mouth?: string
}

export const coats: Record<Species, readonly Coat[]> = {
  dog: [
    { words: ['brown', 'tan', 'liver', 'fawn'], base: '#B9814F', dark: '#8A5A31', pale: '#F3E6D5' },
    { words: ['cream', 'white', 'ivory'], base: '#EFE2CF', dark: '#C99B61', pale: '#FFFFFF' },
    {
      words: ['black and white', 'white and black', 'patch', 'spotted', 'merle'],
      base: '#F1EFE8',
      dark: '#4B3F39',
      pale: '#FFFFFF',
      patch: true,
    },
    { words: ['grey', 'gray', 'silver', 'blue'], base: '#CAC3BA', dark: '#8D857E', pale: '#F5F2EC' },
    { words: ['chocolate', 'dark brown'], base: '#5C4633', dark: '#3E2F24', pale: '#C89B6C' },
    { words: ['golden', 'yellow', 'apricot', 'blond'], base: '#DDAE6B', dark: '#BC8544', pale: '#FAEFDC' },
    { words: ['red', 'ginger', 'rust'], base: '#C4703D', dark: '#954C22', pale: '#FBEBDB' },
    { words: ['black'], base: '#544D49', dark: '#37322F', pale: '#DCC7A9' },
    {
      words: ['brown and white', 'white and brown', 'tricolour', 'tricolor'],
      base: '#F3EDE2',
      dark: '#9A6638',
      pale: '#FFFFFF',
      patch: true,
    },
  ],
  cat: [
    {
      words: ['grey', 'gray', 'blue', 'silver', 'tabby'],
      base: '#6D7A83',
      dark: '#4F5B63',
      pale: '#EEEFF0',
      stripes: true,
    },
    {
      words: ['ginger', 'orange', 'red', 'marmalade'],
      base: '#D98F4A',
      dark: '#B86A29',
      pale: '#FBEDDC',
      stripes: true,
    },
    { words: ['black'], base: '#353233', dark: '#262425', pale: '#4A4647', mouth: '#E4DED8' },
    { words: ['white'], base: '#F3EFE8', dark: '#D9D2C6', pale: '#FFFFFF' },
    {
      words: ['brown', 'bengal', 'spotted'],
      base: '#A98257',
      dark: '#7A5632',
      pale: '#F4E7D3',
      stripes: true,
    },
    {
      words: ['tuxedo', 'black and white', 'white and black'],
      base: '#F4F1EA',
      dark: '#3A3637',
      pale: '#FFFFFF',
      patch: true,
    },
    {
      words: ['calico', 'tortoiseshell', 'tortie'],
      base: '#F6EADB',
      dark: '#C77B3B',
      pale: '#FFFFFF',
      patch: true,
    },
    { words: ['cream', 'siamese', 'pointed'], base: '#E9D9C2', dark: '#8A6F5B', pale: '#FBF5EA' },
  ],
  rabbit: [
    { words: ['brown', 'agouti'], base: '#B08A66', dark: '#8C6847', pale: '#F4E9DA' },
    { words: ['white'], base: '#F5F1EA', dark: '#DCD3C6', pale: '#FFFFFF' },
    { words: ['grey', 'gray', 'blue', 'chinchilla'], base: '#A6A5A4', dark: '#7F7E80', pale: '#F1F0EE' },
    { words: ['fawn', 'orange', 'sandy'], base: '#DDAA74', dark: '#BC8449', pale: '#FBF0E0' },
    {
      words: ['dutch', 'black and white', 'patch'],
      base: '#F5F2EC',
      dark: '#574C49',
      pale: '#FFFFFF',
      patch: true,
    },
    { words: ['black'], base: '#4A4341', dark: '#332E2D', pale: '#8B7F79' },
  ],
  bird: [
    { words: ['green', 'budgie'], base: '#7CB069', dark: '#4F8649', pale: '#F2DD7A' },
    { words: ['blue'], base: '#7FAFD0', dark: '#4F83AA', pale: '#F3F5F4' },
    { words: ['yellow', 'canary'], base: '#EBCB5B', dark: '#CFA437', pale: '#FBF0C2' },
    { words: ['grey', 'gray', 'cockatiel'], base: '#A9A8A6', dark: '#7E7D7E', pale: '#F1E6B4' },
    { words: ['white', 'cockatoo'], base: '#F3EFE6', dark: '#D8D0C0', pale: '#FFFFFF' },
    { words: ['red', 'pink', 'rose'], base: '#D98774', dark: '#B25C4B', pale: '#F7DDC9' },
  ],
  reptile: [
    { words: ['green'], base: '#86A763', dark: '#5F8145', pale: '#E6E4B8' },
    { words: ['brown', 'sand', 'bearded'], base: '#C9A36D', dark: '#9B7643', pale: '#F3E4C6' },
    { words: ['yellow', 'leopard'], base: '#E3C25F', dark: '#7D6432', pale: '#FAF0CF' },
    { words: ['grey', 'gray', 'blue'], base: '#8BA5A3', dark: '#627D7C', pale: '#E5ECE4' },
  ],
  fish: [
    { words: ['orange', 'gold', 'goldfish', 'clown'], base: '#E58B43', dark: '#BF6522', pale: '#FBF1E4' },
    { words: ['blue', 'betta'], base: '#5A88AE', dark: '#3B6489', pale: '#DDEAF0' },
    { words: ['red'], base: '#CC6450', dark: '#A34433', pale: '#F9E2D6' },
    { words: ['yellow'], base: '#E9C656', dark: '#C29A2B', pale: '#FDF5DA' },
  ],
  horse: [
    { words: ['bay', 'brown'], base: '#9A653F', dark: '#3C2A20', pale: '#F6EEE2' },
    { words: ['chestnut', 'sorrel', 'red'], base: '#B5713F', dark: '#8A4C22', pale: '#FAF1E3' },
    { words: ['grey', 'gray', 'white'], base: '#D8D3CB', dark: '#9A948C', pale: '#F7F5F1' },
    { words: ['black'], base: '#4A413C', dark: '#2B2523', pale: '#E9E2D7' },
    { words: ['palomino', 'cream', 'golden'], base: '#DDB274', dark: '#F4E6C8', pale: '#FFFAF0' },
  ],
  other: [
    { words: ['golden', 'brown', 'hamster'], base: '#D7A263', dark: '#B17E42', pale: '#FBF1E1' },
    { words: ['grey', 'gray'], base: '#B0AAA4', dark: '#88817B', pale: '#F4F1ED' },
    { words: ['white', 'cream'], base: '#F1E8DA', dark: '#D6C5AC', pale: '#FFFFFF' },
    { words: ['black', 'dark'], base: '#5D534E', dark: '#433B37', pale: '#D8CCBF' },
    { words: ['patch', 'guinea'], base: '#F2E9DC', dark: '#9C6B3F', pale: '#FFFFFF', patch: true },
  ],
}

export const grounds = ['#E7DBC8', '#DBE5DF', '#E3DDEA', '#F2E0C6', '#D4E2E9', '#F1D8CE', '#E6E1D6'] as const
export const collars = ['#1F4D3F', '#C9553F', '#3F6285', '#A9812F', '#75506F'] as const

/** FNV-1a with a final mix. It must never change, so that a pet keeps its portrait. */
export function hashOf(text: string) {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0
  return (hash ^ (hash >>> 13)) >>> 0
}

/** Returns the coat with the longest word found in the owner's description, else one chosen by the hash. */
export function coatOf(species: Species, hash: number, described?: string) {
  const text = described?.toLowerCase() ?? ''
  const choices = coats[species]
  const named = choices
    .flatMap((coat) =>
      coat.words.filter((word) => text.includes(word)).map((word) => ({ coat, length: word.length })),
    )
    .sort((a, b) => b.length - a.length)[0]
  return named?.coat ?? choices[hash % choices.length] ?? choices[0]!
}

const channels = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))

/** Returns the distance between two colours, from 0 to 765. */
export function colourDistance(one: string, other: string) {
  const [a, b] = [channels(one), channels(other)]
  return a.reduce((sum, channel, index) => sum + Math.abs(channel - (b[index] ?? 0)), 0)
}
