import { type ReactNode, ViewTransition } from 'react'

const isServer = typeof document === 'undefined'

type PictureTransitionProps = { sitterId: string; children: ReactNode }

/**
 * Lets the picture of a sitter's card grow into the first picture of the profile when one page follows the other, and
 * shrink on the way back. It has no element of its own. The server leaves it out: it would write three attributes into
 * each card, and nothing moves before hydration.
 */
export function PictureTransition({ sitterId, children }: PictureTransitionProps) {
  if (isServer) return children
  return (
    <ViewTransition name={`sitter-${sitterId}`} default="none" share="picture">
      {children}
    </ViewTransition>
  )
}
