import type { PublicPet } from '#contract/pets.ts'
import type { SitterCard } from '#contract/search.ts'
import type { Sitter } from '#contract/sitters.ts'
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
  const pictures: Picture[] = [...photos.map(({ url, alt }) => ({ src: url, alt })), ...pets.map(portraitOf)]
  return pictures.length > 0 ? pictures : [{ seed: { id, species: 'dog' }, alt: '' }]
}
