import { type ComponentType, useEffect, useState } from 'react'
import { paletteOpen } from '#web/beside/at-hand/palette-open.ts'

// Alone in a function: the bundler wraps the whole expression around an import, and would not notice a failure that the
// same expression already handles.
const loadPalette = () => import('#web/beside/at-hand/palette.tsx')
const setOpen = (isOpen: boolean) => paletteOpen.setState(isOpen, true)

/** The palette, which is loaded when it is first wanted. */
export function PaletteHost() {
  const isOpen = paletteOpen()
  const [Palette, setPalette] = useState<ComponentType<{ onClose: () => void }>>()
  useEffect(() => {
    // If it cannot be loaded, the build check loads the page again, or the next press tries again.
    if (isOpen)
      loadPalette().then(
        (module) => setPalette(() => module.default),
        () => setOpen(false),
      )
  }, [isOpen])
  return isOpen && Palette && <Palette onClose={() => setOpen(false)} />
}
