import { create } from 'zustand'

/** Whether the palette is open; the button in the header sets it before the code of the palette is loaded. */
export const paletteOpen = create<boolean>()(() => false)
