import { useMemo } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import type { Entry } from '#web/beside/at-hand/entries.ts'
import { undoLast } from '#web/beside/at-hand/keys-host.tsx'
import { keysOpen } from '#web/beside/at-hand/keys-open.ts'
import { switchMode } from '#web/beside/sitting/mode.ts'
import { signOutAndLeave } from '#web/layout/navigation.ts'
import { preferences } from '#web/persisted.ts'
import { nextUndo } from '#web/ui/overlay/undo.ts'

/** What the palette can do besides opening pages. */
export function useActions({ isSitter }: { isSitter: boolean }): readonly Entry[] {
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const mode = preferences((state) => state.mode ?? 'owner')
  return useMemo(() => {
    const toOther: Entry = {
      id: 'switch-side',
      label: mode === 'sitter' ? 'Switch to owner' : 'Switch to sitter',
      words: 'side mode navigation',
      icon: 'arrow-up-down',
      act: () => switchMode(navigate),
    }
    const leave: Entry = {
      id: 'sign-out',
      label: 'Sign out',
      words: 'log out leave',
      icon: 'log-out',
      act: () => void signOutAndLeave(navigate),
    }
    const keys: Entry = {
      id: 'keys',
      label: 'Keyboard shortcuts',
      words: 'keys help',
      icon: 'list',
      act: () => keysOpen.setState(true, true),
    }
    const done = nextUndo()
    const undo: Entry[] = done
      ? [{ id: 'undo', label: `Undo: ${done.message}`, icon: 'undo-2', act: () => void undoLast(revalidate) }]
      : []
    return [...undo, ...(isSitter ? [toOther] : []), keys, leave]
  }, [mode, navigate, isSitter, revalidate])
}
