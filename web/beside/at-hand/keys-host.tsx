import { useEffect, useEffectEvent } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import type { Account } from '#contract/accounts.ts'
import { accountStore } from '#web/accounts/account-store.ts'
import { keysOpen } from '#web/beside/at-hand/keys-open.ts'
import { isShortcut, isTypingIn } from '#web/beside/at-hand/shortcut.ts'
import { watchSingleKeys } from '#web/beside/at-hand/single-keys.ts'
import { optional } from '#web/layout/lazy-optional.ts'
import { hint, preferences } from '#web/persisted.ts'
import { onPress } from '#web/ui/on-press.tsx'
import { loadToast } from '#web/ui/overlay/toast.ts'
import { carryOut, nextUndo, undoable } from '#web/ui/overlay/undo.ts'

const KeysDialog = onPress(optional(() => import('#web/beside/at-hand/keys-dialog.tsx')))

/** Acts on the keys that work on every page, except those of the palette. */
export function KeysHost() {
  const isOpen = keysOpen()
  useSingleKeys()
  useUndoKey()
  return isOpen && <KeysDialog onClose={() => keysOpen.setState(false, true)} />
}

/** "?" lists the keys, and G with another letter opens a page. */
function useSingleKeys(): void {
  const navigate = useNavigate()
  const act = useEffectEvent((typed: string) => {
    if (preferences.getState().noSingleKeys) return
    if (typed.endsWith('?')) keysOpen.setState(true, true)
    else if (typed.startsWith('g') && typed.length === 2) void openPage(typed[1]!, navigate)
  })
  useEffect(() => watchSingleKeys(act), [])
}

/** Waits for the account of somebody who is signed in; null for others, and if they sign out meanwhile. */
function knownAccount(): Promise<Account | null> {
  const { account } = accountStore.getState()
  if (account || hint.getState().accountId === null) return Promise.resolve(account)
  return new Promise((resolve) => {
    const end = (known: Account | null) => {
      for (const stop of stops) stop()
      resolve(known)
    }
    const stops = [
      accountStore.subscribe(({ account: known }) => known && end(known)),
      hint.subscribe(({ accountId }) => accountId === null && end(null)),
    ]
  })
}

async function openPage(key: string, navigate: ReturnType<typeof useNavigate>): Promise<void> {
  const account = await knownAccount()
  // Other pages cannot load without a connection.
  if (!account || !navigator.onLine) return
  const { pagesOf } = await import('#web/beside/at-hand/pages.ts')
  const page = pagesOf(account).find((one) => one.key === key)
  if (page) await navigate(page.to)
}

/** Ctrl Z, or ⌘ Z on Apple's devices, undoes the last action outside fields, which undo their own text. */
function useUndoKey(): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isShortcut(event, 'z') || isTypingIn(event.target)) return
      event.preventDefault()
      void undoLast(revalidate)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [revalidate])
  useEffect(() => {
    let before = hint.getState().accountId
    return hint.subscribe(({ accountId }) => {
      if (accountId !== before) undoable.setState([], true)
      before = accountId
    })
  }, [])
}

/** Undoes the last action, and reads the page's data again, because the action may have been taken on another page. */
export async function undoLast(revalidate: () => Promise<void>): Promise<void> {
  const item = nextUndo()
  const toast = await loadToast()
  if (!item) return void toast('There is nothing to undo.')
  const isUndone = await carryOut(item)
  await revalidate()
  if (isUndone) toast.success(`Undone: ${item.message}`)
}
