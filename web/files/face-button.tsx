import { useState } from 'react'
import type { Face as PersonFace } from '#contract/files/files.ts'
import { Face } from '#web/ui/face.tsx'
import { onPress } from '#web/ui/on-press.tsx'

const FaceView = onPress(() => import('#web/files/face-view.tsx'))

type FaceButtonProps = {
  name: string
  face: PersonFace
  /** The viewer, who cannot report their own photo. */
  isOwn?: boolean
  size?: 'small' | 'medium' | 'large'
  className?: string
}

/** A person’s photo, which a press shows larger; the initials of a person without one. */
export function FaceButton({ name, face, isOwn = false, size, className }: FaceButtonProps) {
  const [isOpen, setOpen] = useState(false)
  if (!face.photo) return <Face {...{ name, face, size, className }} />
  return (
    <>
      <button
        type="button"
        aria-label={`Show the photo of ${name}`}
        onClick={() => setOpen(true)}
        className="shrink-0 rounded-full"
      >
        <Face {...{ name, face, size, className }} />
      </button>
      {isOpen && <FaceView photo={face.photo} {...{ name, isOwn }} onClose={() => setOpen(false)} />}
    </>
  )
}
