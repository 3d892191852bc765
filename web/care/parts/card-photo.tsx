import type { Photo as StoredPhoto } from '#contract/files.ts'
import { Photo } from '#web/ui/photo.tsx'

/** A photo of a card with the time at which it was taken. */
export function CardPhoto({ photo, at }: { photo: StoredPhoto; at: string }) {
  const { sizes, alt, blur } = photo
  const picture = {
    src: sizes.at(-1)!.url,
    srcSet: sizes.map(({ url, width }) => `${url} ${width}w`).join(', '),
    alt: alt || `Photo of ${at}`,
    placeholder: blur,
  }
  return (
    <figure className="grid gap-1">
      <Photo
        picture={picture}
        sizes="(min-width: 640px) 220px, 45vw"
        className="aspect-square w-full rounded-control object-cover"
      />
      <figcaption className="figures text-xs text-ink-2">{at}</figcaption>
    </figure>
  )
}
