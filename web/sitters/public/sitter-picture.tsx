import type { CSSProperties } from 'react'
import { type Pictured, pictureOf } from '#web/sitters/public/pictures.ts'
import { Face, initials, type ShownFace } from '#web/ui/face.tsx'
import { Photo } from '#web/ui/photo.tsx'

type SitterPictureProps = {
  sitter: Pictured
  sizes: string
  eager?: boolean | undefined
  /** Too small for a second picture. */
  tiny?: boolean
  transitionName?: string | undefined
  className?: string | undefined
}

/** The picture of a sitter’s home or pet with the sitter’s face in its corner, or the face alone. */
export function SitterPicture(props: SitterPictureProps) {
  const { sitter, sizes, eager, tiny = false, transitionName, className } = props
  const { name, face, photoUrl } = sitter
  const picture = pictureOf(sitter)
  const style = className ? `sitter-picture ${className}` : 'sitter-picture'
  if (!picture)
    return (
      <span className={style}>
        <Face {...{ name, face }} />
      </span>
    )
  const hasFace = !tiny && (photoUrl !== null || !face.photo)
  // The initials need no element of their own, which a page of results would have two dozen times.
  const corner = hasFace && !face.photo ? initialsIn(name, face) : {}
  return (
    <span className={style} {...corner}>
      <Photo picture={picture} fit="fill" {...{ sizes, eager, transitionName }} />
      {hasFace && face.photo && <Face {...{ name, face }} />}
    </span>
  )
}

function initialsIn(name: string, { tint }: ShownFace) {
  const colour: CSSProperties & Record<'--tint', number> = { '--tint': tint }
  return { 'data-initials': initials(name), style: colour }
}
