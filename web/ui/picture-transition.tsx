import { type ReactNode, ViewTransition } from 'react'

const isServer = typeof document === 'undefined'

/** Without a name the picture has no transition. A name is used at most once in a page. */
type PictureTransitionProps = { name: string | undefined; children: ReactNode }

/**
 * Lets a picture grow or shrink into the one with the same name when one page follows the other. It has no element of
 * its own. The server leaves it out: it would write three attributes for each picture, and nothing moves before
 * hydration.
 */
export function PictureTransition({ name, children }: PictureTransitionProps) {
  if (isServer || !name) return children
  return (
    <ViewTransition name={name} default="none" share="picture">
      {children}
    </ViewTransition>
  )
}
