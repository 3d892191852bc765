import { create } from 'zustand'
import { loadToast, toastWithButtonMs } from '#web/ui/overlay/toast.ts'

export type Undo = () => Promise<unknown> | void

export type Undoable = {
  /** What was done, as its toast says. */
  message: string
  /** Returns false if it failed and has said so itself. */
  undo: Undo
  /** `performance.now()` of the action. */
  at: number
  /** Removes the toast with the undo button. */
  dismiss: () => void
}

/** Older actions can no longer be undone, because people would not expect it. */
const keptMs = 600_000
const most = 10

/** Actions on this page or earlier ones that can still be undone, the latest last. */
export const undoable = create<readonly Undoable[]>(() => [])

export const offerUndo = (item: Undoable): void =>
  undoable.setState((items) => [...items, item].slice(-most), true)

const forget = (item: Undoable): void =>
  undoable.setState((items) => items.filter((one) => one !== item), true)

/** Undoes an action once, however often it is asked for. Returns whether it is undone by this call. */
export async function carryOut(item: Undoable): Promise<boolean> {
  if (!undoable.getState().includes(item)) return false
  forget(item)
  item.dismiss()
  return (await item.undo()) !== false
}

/** Returns the action that would be undone next. */
export const nextUndo = (): Undoable | undefined =>
  undoable.getState().findLast(({ at }) => performance.now() - at < keptMs)

type UndoOptions = {
  description?: string
  /** False if it can only be undone while the toast is visible, because later changes would be lost. */
  isKept?: boolean
}

/**
 * Shows a toast with an undo button. The action can also be undone later, by keyboard or from the palette, unless
 * `isKept` is false.
 */
export async function toastWithUndo(
  message: string,
  undo: Undo,
  { isKept = true, ...options }: UndoOptions = {},
) {
  const toast = await loadToast()
  const item: Undoable = { message, undo, at: performance.now(), dismiss: () => toast.dismiss(shown) }
  const act = isKept ? () => void carryOut(item) : () => void undo()
  const shown = toast(message, {
    duration: toastWithButtonMs,
    action: { label: 'Undo', onClick: act },
    ...options,
  })
  if (isKept) offerUndo(item)
}
