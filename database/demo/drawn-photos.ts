import { createHash } from 'node:crypto'
import { faceWidth, pictureWidths } from '#contract/files/codes.ts'
import { drawingName, publicAddress } from '#server/files/address.ts'
import { compressSvg } from '#server/kernel/drawing/raster.ts'
import { newId } from '#server/kernel/ids.ts'
import type { TxDeps, Viewer } from '#server/kernel/deps.ts'
import { castLooks, castViews } from './cast-looks.ts'
import type { Animal } from './drawing/animals.ts'
import { type Drawing, drawAccountPhoto, drawGallery, type HomeFacts } from './drawing/gallery.ts'
import { type Look, lookOf } from './drawing/look.ts'
import { cityLooks } from './drawing/palettes.ts'
import type { Person } from './people.ts'
import type { PetPlan } from './pets.ts'
import type { OwnerPlan, SitterPlan } from './population.ts'
import { type Random, randomOf } from './random.ts'
import * as store from './store.ts'

/** The people of a city, and what has been created for them. */
type Cast = {
  city: { slug: string }
  sitters: readonly SitterPlan[]
  owners: readonly OwnerPlan[]
  created: {
    viewers: ReadonlyMap<Person, Viewer>
    sitterIds: ReadonlyMap<SitterPlan, string>
    petIds: ReadonlyMap<PetPlan, string>
  }
}

/** The share of owners with a photo; of the others, the initials are shown. */
const ownersWithPhoto = 0.7
/** Introduced owners without a photo. */
const withoutPhoto: readonly string[] = ['eve']

/**
 * Gives people drawn photos. Only the drawings are stored now, and each width is rendered when it is first read, because
 * rendering all of them would take minutes. The rows are written directly: the commands for uploads read and check so
 * much that creating the town would take a quarter longer.
 */
export async function addPhotos(deps: TxDeps, cast: Cast): Promise<void> {
  const { viewers, sitterIds } = cast.created
  const photos: Photo[] = []
  for (const sitter of cast.sitters) {
    const { accountId } = viewers.get(sitter.person)!
    const { photo, gallery } = drawingsOf(sitter, cast)
    const subject = { accountId, kind: 'sitter', subjectId: sitterIds.get(sitter)! } as const
    photos.push({ accountId, kind: 'account', subjectId: accountId, position: 0, drawing: photo })
    photos.push(...gallery.map((drawing, position) => ({ ...subject, position, drawing })))
  }
  for (const owner of cast.owners) {
    const drawing = photoOf(owner, cast)
    const accountId = viewers.get(owner.person)?.accountId
    if (drawing && accountId)
      photos.push({ accountId, kind: 'account', subjectId: accountId, position: 0, drawing })
  }
  await storePhotos(deps, photos)
}

const randomFor = ({ person }: Pick<OwnerPlan, 'person'>) => randomOf(`drawing/${person.email}`)

function lookFor({ key, person: { firstName } }: Pick<OwnerPlan, 'key' | 'person'>, random: Random): Look {
  return lookOf({ firstName, ...(key === null ? {} : castLooks[key]) }, random.fork('look'))
}

/** Draws what a sitter shows: the photo of the account, and the gallery. */
function drawingsOf(sitter: SitterPlan, { city, created }: Cast): { photo: Drawing; gallery: Drawing[] } {
  const { key, person, profile, pets } = sitter
  const random = randomFor(sitter)
  const residents = animalsOf(pets, created.petIds)
  const services = profile.services.map(({ service }) => service)
  const facts: HomeFacts = {
    name: person.firstName,
    look: lookFor(sitter, random),
    city: cityLooks[city.slug]!,
    type: profile.home.type,
    garden: profile.home.garden,
    isHost: services.includes('boarding') || services.includes('day_care'),
    walksDogs: services.includes('dog_walking'),
    view: key === null ? undefined : castViews[key],
    animals: [...residents, ...guestsOf(sitter, random)],
  }
  const pet = random.chance(0.4) ? residents[0] : undefined
  return { photo: drawAccountPhoto(facts, pet, random), gallery: drawGallery(facts, random.fork('gallery')) }
}

/** Draws the photo of an owner's account; null for those who have none. */
function photoOf(owner: OwnerPlan, { city, created }: Cast): Drawing | null {
  const random = randomFor(owner)
  const hasPhoto = owner.key === null ? random.chance(ownersWithPhoto) : !withoutPhoto.includes(owner.key)
  if (!hasPhoto) return null
  const [pet] = animalsOf(owner.pets, created.petIds)
  const facts = { name: owner.person.firstName, look: lookFor(owner, random), city: cityLooks[city.slug]! }
  return drawAccountPhoto(facts, random.chance(0.35) ? pet : undefined, random)
}

/** The drawn pets have the ids and coats of those in the database, so that they look the same everywhere. */
const animalsOf = (pets: readonly PetPlan[], ids: ReadonlyMap<PetPlan, string>): Animal[] =>
  pets.flatMap((pet) => {
    const { species, coat } = pet.input
    const id = ids.get(pet)
    if (id === undefined || (species !== 'dog' && species !== 'cat')) return []
    return [{ id, species, ...(coat ? { coat } : {}) }]
  })

/** Pets of the species that the sitter accepts. */
function guestsOf({ person, profile }: SitterPlan, random: Random): Animal[] {
  const accepted = (['dog', 'cat'] as const).filter((species) =>
    profile.services.some(({ accepts }) => accepts.species.includes(species)),
  )
  return ['first', 'second'].map((guest) => ({
    id: `${person.email}/${guest}`,
    species: random.pick(accepted),
  }))
}

type Photo = {
  accountId: string
  kind: 'account' | 'sitter'
  subjectId: string
  position: number
  drawing: Drawing
}

async function storePhotos({ db, storage, now }: TxDeps, photos: readonly Photo[]): Promise<void> {
  const stored = photos.map((photo) => {
    const id = newId(now())
    const content = compressSvg(photo.drawing.svg)
    const hash = createHash('sha256').update(id).update(content).digest('hex')
    return { photo, content, row: rowOf(photo, { id, hash, bytes: content.length }, now()) }
  })
  await Promise.all(
    stored.map(({ row, content }) => storage.write(drawingName(row.hash), content, 'image/svg+xml')),
  )
  for (let from = 0; from < stored.length; from += rowsAtOnce)
    await store.insertFiles(
      db,
      stored.slice(from, from + rowsAtOnce).map(({ row }) => row),
    )
  for (const { photo, row } of stored)
    if (photo.position === 0)
      await store.showPhoto(db, photo.kind, photo.subjectId, publicAddress(row.hash, shownWidths[photo.kind]))
}

/** A statement has at most 65,535 values. */
const rowsAtOnce = 500
/** The widths of which the account and the profile store the addresses, as the commands for uploads do. */
const shownWidths = { account: faceWidth, sitter: 640 } as const

function rowOf(
  { accountId, kind, subjectId, position, drawing }: Photo,
  file: { id: string; hash: string; bytes: number },
  at: Date,
) {
  const { width, height, ground, alt } = drawing
  const smaller = [...(kind === 'account' ? [faceWidth] : []), ...pictureWidths].filter((one) => one < width)
  return {
    ...file,
    account_id: accountId,
    kind,
    subject_id: subjectId,
    position,
    state: 'ready' as const,
    name: '',
    type: 'image/webp',
    received: file.bytes,
    width,
    height,
    widths: [...smaller, width],
    blur: ground,
    alt,
    created_at: at,
    finished_at: at,
    attached_at: at,
  }
}
