import { lookProperties } from '#contract/look/codes.ts'
import { Look, type LookChange, type LookVersion } from '#contract/look.ts'
import type { NamedPhoto } from '#server/files/commands.ts'
import type { SiteFooter, StartPicture } from '#server/kernel/deps.ts'
import type { SiteLogo } from '#server/kernel/drawing/logo.ts'
import type { VersionRow } from '#server/look/store.ts'

/** A document of another release may not be readable; it counts as the original look then. */
export const readableLook = (document: unknown): Look => Look.safeParse(document).data ?? Look.parse({})

/** Pictures by their ids. */
type Pictures = ReadonlyMap<string, NamedPhoto>

/** The ids of the pictures in a look. */
export const picturesIn = ({ logo, start }: Look): string[] =>
  [logo, start].flatMap((picture) => picture?.fileId ?? [])

/** Wide enough for sharp screens; the header shows it at most 144 pixels wide. */
const logoWidth = 320

/** What pages, mails and icons need to know of the logo; null for the drawn mark. */
export function logoOf({ logo }: Look, pictures: Pictures): SiteLogo | null {
  const photo = logo && pictures.get(logo.fileId)
  if (!photo) return null
  const { width, height, sizes } = photo
  const size = sizes.find((one) => one.width >= logoWidth) ?? sizes.at(-1)!
  return { fileId: photo.id, path: size.url, width, height, showsName: logo.showsName }
}

/** What the operator has added to the footer; null if it is nothing. */
export const footerOf = ({ footer }: Look): SiteFooter | null =>
  footer.text || footer.links.length > 0 ? footer : null

/** The picture of the home page; null for the drawn animals. */
export function startOf({ start }: Look, pictures: Pictures): StartPicture | null {
  const photo = start && pictures.get(start.fileId)
  return photo ? { alt: start.alt, sizes: photo.sizes } : null
}

export const propertiesOf = ({ shape }: Look): Readonly<Record<string, string>> => ({
  ...lookProperties.corners[shape.corners],
  ...lookProperties.headings[shape.headings],
  ...lookProperties.shadows[shape.shadows],
})

/** The parts of a look, each with its label and its value in words. */
type Part = readonly [label: string, words: (look: Look, pictures: Pictures) => string]
const parts: readonly Part[] = [
  ['Name', ({ name }) => name ?? 'as in the configuration'],
  ['Main colour', ({ colours }) => colours.main ?? 'the original green'],
  ['Accent colour', ({ colours }) => colours.accent ?? 'the original gold'],
  ['Single colours', ({ colours }) => colours.custom || 'none'],
  ['Logo', ({ logo }, pictures) => wordsOfPicture(logo, pictures, 'the drawn mark')],
  ['Name beside the logo', ({ logo }) => (logo?.showsName === false ? 'hidden' : 'shown')],
  ['Line of the footer', ({ footer }) => footer.text || 'none'],
  ['Picture of the home page', ({ start }, pictures) => wordsOfPicture(start, pictures, 'the drawn animals')],
  ['What the picture shows', ({ start }) => start?.alt ?? 'none'],
  ['Corners', ({ shape }) => shape.corners],
  ['Headings', ({ shape }) => shape.headings],
  ['Shadows', ({ shape }) => shape.shadows],
  [
    'Links of the footer',
    ({ footer }) => footer.links.map(({ label, to }) => `${label} (${to})`).join(', ') || 'none',
  ],
]

/** The name of its file, and the end of its id, because another picture may have the same name. */
const wordsOfPicture = (picture: { fileId: string } | null, pictures: Pictures, none: string): string =>
  picture ? `${pictures.get(picture.fileId)?.name || 'a picture'} (${picture.fileId.slice(-4)})` : none

const changesOf = (before: Look, after: Look, pictures: Pictures): LookChange[] =>
  parts.flatMap(([label, words]) => {
    const [one, other] = [words(before, pictures), words(after, pictures)]
    return one === other ? [] : [{ label, before: one, after: other }]
  })

/** The changes are those against the version before; against the original look for the first one. */
export const viewVersion = (
  row: VersionRow,
  before: VersionRow | undefined,
  pictures: Pictures,
): LookVersion => ({
  version: row.version,
  at: row.created_at.toISOString(),
  by: row.by,
  reason: row.reason,
  changes: changesOf(readableLook(before?.document ?? {}), readableLook(row.document), pictures),
})
