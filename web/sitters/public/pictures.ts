import type { PublicPet, SitterPet } from '#contract/pets.ts'
import type { SitterCard } from '#contract/search/search.ts'
import type { Sitter } from '#contract/sitters/sitters.ts'
import { pictureOfPhoto } from '#web/files/picture.ts'
import type { Picture } from '#web/ui/photo.tsx'
import { speciesWord } from '#web/words.ts'

/** The portrait of a pet; its face is the same wherever it is shown. */
export const portraitOf = ({
  id,
  name,
  species,
  coat,
}: Pick<PublicPet, 'id' | 'name' | 'species' | 'coat'>): Picture => ({
  seed: { id, species, ...(coat && { coat }) },
  alt: `Drawing of ${name}, a ${speciesWord(species)}`,
})

/** A sitter's own pet: the photo, else the portrait. */
export const petPictureOf = (pet: SitterPet): Picture =>
  pet.photo ? { ...pictureOfPhoto(pet.photo), alt: pet.photo.alt || pet.name } : portraitOf(pet)

/** A sitter's picture on a card: the photo, else a pet of theirs, else a drawing that belongs to nobody. */
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

/** The pictures at the top of a profile: photos first, then the sitter's own pets. */
export function picturesOf({ id, photos, pets }: Pick<Sitter, 'id' | 'photos' | 'pets'>): Picture[] {
  const pictures: Picture[] = [...photos.map(pictureOfPhoto), ...pets.map(petPictureOf)]
  return pictures.length > 0 ? pictures : [{ seed: { id, species: 'dog' }, alt: '' }]
}
