import type { Photo as StoredPhoto } from '#contract/files/files.ts'
import { pictureOfPhoto } from '#web/files/picture.ts'
import { Photo } from '#web/ui/photo.tsx'

type CardPhotoProps = { photo: StoredPhoto; at: string; /** Opens it full size. */ onOpen?: () => void }

/** A photo of a report card with the time it was taken. */
export function CardPhoto({ photo, at, onOpen }: CardPhotoProps) {
  const picture = pictureOfCard(photo, at)
  const shown = (
    <Photo
      picture={picture}
      sizes="(min-width: 640px) 220px, 45vw"
      className="aspect-square w-full rounded-control object-cover"
    />
  )
  return (
    <figure className="grid gap-1">
      {onOpen ? (
        <button
          type="button"
          aria-label={`Show large: ${picture.alt}`}
          onClick={onOpen}
          className="block rounded-control"
        >
          {shown}
        </button>
      ) : (
        shown
      )}
      <figcaption className="figures text-xs text-ink-2">{at}</figcaption>
    </figure>
  )
}

export const pictureOfCard = (photo: StoredPhoto, at: string) => ({
  ...pictureOfPhoto(photo),
  alt: photo.alt || `Photo of ${at}`,
})
