import type { PublicPet, SitterPet } from '#contract/pets.ts'
import type { SitterCard } from '#contract/search/search.ts'
import type { Sitter } from '#contract/sitters/sitters.ts'
import { pictureOfPhoto } from '#web/files/picture.ts'
import { pictureOfFace, type ShownFace } from '#web/ui/face.tsx'
import type { Picture } from '#web/ui/photo.tsx'
import { speciesWord } from '#web/words.ts'

/** Portrait of a pet; the same pet looks the same everywhere. */
export const portraitOf = (pet: Pick<PublicPet, 'id' | 'name' | 'species' | 'coat'>): Picture =>
  drawingOf(pet, `Drawing of ${pet.name}, a ${speciesWord(pet.species)}`)

const drawingOf = (
  { id, species, coat }: Pick<PublicPet, 'id' | 'species' | 'coat'>,
  alt: string,
): Picture => ({
  seed: { id, species, ...(coat && { coat }) },
  alt,
})

/** Picture of a sitter's own pet: its photo, or its portrait. */
export const petPictureOf = (pet: SitterPet): Picture =>
  pet.photo ? { ...pictureOfPhoto(pet.photo), alt: pet.photo.alt || pet.name } : portraitOf(pet)

/** What the picture of a sitter is chosen from. */
export type Pictured = Pick<SitterCard, 'name' | 'photoUrl'> & {
  face: ShownFace
  portrait: Pick<PublicPet, 'id' | 'species' | 'coat'> | null
}

/**
 * Picture of a sitter on a card: a photo of the profile, or the photo of the account, or a drawing of their pet. Null if
 * there is none of them, because people are never drawn as animals.
 */
export function pictureOf({ name, photoUrl, face, portrait }: Pictured): Picture | null {
  if (photoUrl) return { src: photoUrl, alt: name }
  return pictureOfFace(face, name) ?? (portrait && drawingOf(portrait, ''))
}

/** Ties the picture of a sitter's card to the first picture of the profile. */
export const transitionName = ({ id }: { id: string }): string => `sitter-${id}`

/** Pictures at the top of a profile: photos first, then the sitter's own pets. */
export const picturesOf = ({ photos, pets }: Pick<Sitter, 'photos' | 'pets'>): Picture[] => [
  ...photos.map(pictureOfPhoto),
  ...pets.map(petPictureOf),
]
