import type { Photo } from '#contract/files/files.ts'
import type { UploadedPhoto } from '#web/ui/photo.tsx'

/** Converts a photo for the design system. The browser picks the fitting size from `srcSet`. */
export function pictureOfPhoto({ id, alt, blur, sizes }: Photo): UploadedPhoto {
  const middle = sizes[Math.min(1, sizes.length - 1)]!
  return {
    id,
    src: middle.url,
    srcSet: sizes.map(({ url, width }) => `${url} ${width}w`).join(', '),
    alt,
    placeholder: blur,
  }
}
