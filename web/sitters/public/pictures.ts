import type { PublicPet, SitterPet } from '#contract/pets.ts'
import type { SitterCard } from '#contract/search/search.ts'
import type { Sitter } from '#contract/sitters/sitters.ts'
import { pictureOfPhoto } from '#web/files/picture.ts'
import type { Picture } from '#web/ui/photo.tsx'
import { speciesWord } from '#web/words.ts'

/** Portrait of a pet; the same pet looks the same everywhere. */
export const portraitOf = ({
  id,
  name,
  species,
  coat,
}: Pick<PublicPet, 'id' | 'name' | 'species' | 'coat'>): Picture => ({
  seed: { id, species, ...(coat && { coat }) },
  alt: `Drawing of ${name}, a ${speciesWord(species)}`,
})

/** Picture of a sitter's own pet: its photo, or its portrait. */
export const petPictureOf = (pet: SitterPet): Picture =>
  pet.photo ? { ...pictureOfPhoto(pet.photo), alt: pet.photo.alt || pet.name } : portraitOf(pet)

/** Picture of a sitter on a card: the photo, or one of their pets, or a generic drawing. */
export function pictureOf({
  id,
  name,
  photoUrl,
  portrait,
}: Pick<SitterCard, 'id' | 'name' | 'photoUrl'> & {
  portrait: Pick<PublicPet, 'id' | 'species' | 'coat'> | null
}): Picture {
  if (photoUrl) return { src: photoUrl, alt: name }
  return {
    seed: portrait
      ? { id: portrait.id, species: portrait.species, ...(portrait.coat && { coat: portrait.coat }) }
      : { id, species: 'dog' },
    alt: '',
  }
}

/** Pictures at the top of a profile: photos first, then the sitter's own pets. */
export function picturesOf({ id, photos, pets }: Pick<Sitter, 'id' | 'photos' | 'pets'>): Picture[] {
  const pictures: Picture[] = [...photos.map(pictureOfPhoto), ...pets.map(petPictureOf)]
  return pictures.length > 0 ? pictures : [{ seed: { id, species: 'dog' }, alt: '' }]
}
