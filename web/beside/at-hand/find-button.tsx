import { useLayoutEffect } from 'react'
import { paletteOpen } from '#web/beside/at-hand/palette-open.ts'
import { isShortcut } from '#web/beside/at-hand/shortcut.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'

/** The button and the keys that open the palette, which `palette-host.tsx` shows. */
export function FindButton() {
  // A layout effect, so that the keys work as soon as the button is visible.
  useLayoutEffect(() => {
    // Captured, because parts of the page stop the propagation of key presses.
    const press = (event: KeyboardEvent) => {
      if (!isShortcut(event, 'k')) return
      event.preventDefault()
      paletteOpen.setState((isOpen) => !isOpen, true)
    }
    addEventListener('keydown', press, true)
    return () => removeEventListener('keydown', press, true)
  }, [])
  return (
    <button
      type="button"
      title="Find (Ctrl or ⌘ K)"
      aria-label="Find a booking, person or page"
      className={buttonStyle({ kind: 'quiet', iconOnly: true })}
      onClick={() => paletteOpen.setState(true, true)}
    >
      <Icon name="search" className="size-5" />
    </button>
  )
}
