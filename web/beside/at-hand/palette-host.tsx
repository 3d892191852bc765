import { type ComponentType, useEffect, useState } from 'react'
import { paletteOpen } from '#web/beside/at-hand/palette-open.ts'

const setOpen = (isOpen: boolean) => paletteOpen.setState(isOpen, true)

/** The palette, which is loaded when it is first wanted. */
export function PaletteHost() {
  const isOpen = paletteOpen()
  const [Palette, setPalette] = useState<ComponentType<{ onClose: () => void }>>()
  useEffect(() => {
    // If it cannot be loaded, the build check tells the person, and the next press tries again.
    if (isOpen)
      import('#web/beside/at-hand/palette.tsx').then(
        (module) => setPalette(() => module.default),
        () => setOpen(false),
      )
  }, [isOpen])
  return isOpen && Palette && <Palette onClose={() => setOpen(false)} />
}
