import { create } from 'zustand'

/** Whether the list of keys is open. */
export const keysOpen = create<boolean>()(() => false)
