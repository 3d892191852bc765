import { type ReactNode, useRef, useState } from 'react'
import type { FileKind } from '#contract/files/codes.ts'
import type { Photo } from '#contract/files/files.ts'
import { errorsOf } from '#web/accounts/call-errors.ts'
import { useUnloadWarning } from '#web/accounts/leave-guard.tsx'
import { PhotoField } from '#web/files/photo-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toastWithUndo } from '#web/ui/overlay/undo.ts'

type GalleryProps = {
  kind: FileKind
  label: ReactNode
  name: string
  hint?: ReactNode
  photos: readonly Photo[]
  /** Stores exactly these files in this order. */
  save: (fileIds: string[]) => Promise<unknown>
}

/** Photos that are saved as soon as they change. Removing one can be undone. */
function useSavedPhotos({ photos, save }: Pick<GalleryProps, 'photos' | 'save'>) {
  const [value, setValue] = useState<readonly Photo[]>(photos)
  const [state, setState] = useState<'saved' | 'saving' | { problem: string } | null>(null)
  const wanted = useRef<string[] | null>(null)
  const isSaving = useRef(false)
  useUnloadWarning(state !== null && state !== 'saved')

  /** Saves one state at a time; of several changes made meanwhile, only the last is sent. */
  const saveLatest = async (next?: readonly Photo[]) => {
    if (next) wanted.current = next.map(({ id }) => id)
    if (isSaving.current) return
    isSaving.current = true
    setState('saving')
    try {
      while (wanted.current) {
        const ids = wanted.current
        await save(ids)
        if (wanted.current === ids) wanted.current = null
      }
      setState('saved')
    } catch (error) {
      const [first] = errorsOf(error) ?? []
      setState({ problem: first?.message ?? 'The photos could not be saved. Try again.' })
      if (!first) throw error
    } finally {
      isSaving.current = false
    }
  }
  const change = (next: readonly Photo[], before: readonly Photo[]) => {
    setValue(next)
    void saveLatest(next)
    if (next.length < before.length)
      void toastWithUndo(
        'The photo is removed',
        () => {
          setValue(before)
          void saveLatest(before)
        },
        // Undoing it later would remove photos that were added since.
        { isKept: false },
      )
  }
  return { value, state, change, again: () => void saveLatest(value) }
}

export default function Gallery({ kind, label, name, hint, photos, save }: GalleryProps) {
  const { value, state, change, again } = useSavedPhotos({ photos, save })
  return (
    <div className="grid gap-3">
      <PhotoField {...{ kind, label, name, hint, value }} onChange={(next) => change(next, value)} />
      <p className="min-h-6 text-sm text-ink-2" role="status">
        {state === 'saving' && 'Saving…'}
        {state === 'saved' && 'Saved'}
      </p>
      {typeof state === 'object' && state && (
        <Notice
          kind="error"
          announced
          title="The photos are not saved"
          action={
            <Button size="small" onClick={again}>
              Try again
            </Button>
          }
        >
          {state.problem}
        </Notice>
      )}
    </div>
  )
}
