import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { EditedText } from '#contract/staff/content.ts'
import { errorsOf } from '#web/accounts/call-errors.ts'
import { useUnloadWarning } from '#web/accounts/leave-guard.tsx'
import { type Values, valuesOf, writtenOf } from '#web/admin/parts/content-words.ts'
import { api, ApiProblem } from '#web/api.ts'

/** How long nothing is typed before the draft is saved. */
const pauseMs = 1_000

/** `stale`: somebody else has saved the text in the meantime. */
export type DraftState =
  | { kind: 'unchanged'; text: string }
  | { kind: 'saved'; text: string; at: string }
  | { kind: 'typing' | 'saving' | 'stale' }
  | { kind: 'failed'; message: string }

const isStale = (error: unknown): boolean =>
  error instanceof ApiProblem && error.problem.code === 'version-stale'

function failureOf(error: unknown): DraftState {
  if (isStale(error)) return { kind: 'stale' }
  const messages = errorsOf(error)?.map(({ message }) => message)
  return { kind: 'failed', message: messages?.join(' ') ?? 'The server could not be reached.' }
}

const textOf = (values: Values): string => JSON.stringify(writtenOf(values))

const stateOf = (text: EditedText): DraftState =>
  text.draft
    ? { kind: 'saved', text: textOf(valuesOf(text)), at: text.draft.at }
    : { kind: 'unchanged', text: textOf(valuesOf(text)) }

/** Calls `then` once the text has not changed for a while, and when the component disappears. */
function usePause(text: string, then: (text: string) => void): void {
  const paused = useEffectEvent(then)
  useEffect(() => {
    const timer = setTimeout(() => paused(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  const leaving = useEffectEvent(() => then(text))
  useEffect(() => () => leaving(), [])
}

/**
 * Saves the draft at every pause in writing, one call at a time. Returns its state and functions that save what is
 * written at once, save it on top of what somebody else has saved, or read that.
 */
export function useDraft(text: EditedText, values: Values) {
  const { kind, slug } = text
  const params = { kind, slug }
  const written = textOf(values)
  const [state, setState] = useState(() => stateOf(text))
  const saved = useRef({ revision: text.draft?.revision ?? 0, text: textOf(valuesOf(text)) })
  const running = useRef<Promise<unknown>>(Promise.resolve())
  const latest = useRef(values)
  useEffect(() => {
    latest.current = values
  })

  /** Saves on top of the last revision that was read, or of what is there now. */
  async function save(onTop: boolean): Promise<void> {
    const body = writtenOf(latest.current)
    const sent = JSON.stringify(body)
    if (!onTop && sent === saved.current.text && saved.current.revision > 0) return
    setState({ kind: 'saving' })
    try {
      const there = onTop ? (await api('GET /v1/admin/content/:kind/:slug', { params })).draft : saved.current
      const { revision, at } = await api('PUT /v1/admin/content/:kind/:slug/draft', {
        params,
        body: { revision: there?.revision ?? 0, ...body },
      })
      saved.current = { revision, text: sent }
      setState({ kind: 'saved', text: sent, at })
    } catch (error) {
      setState(failureOf(error))
    }
  }

  const saveInTurn = (onTop = false): Promise<void> => {
    const turn = running.current.then(() => save(onTop))
    running.current = turn
    return turn
  }

  usePause(written, (typed) => {
    if (typed !== saved.current.text && state.kind !== 'stale') void saveInTurn()
  })

  const isTyping = 'text' in state && state.text !== written
  useUnloadWarning(isTyping || !('text' in state))
  return {
    state: isTyping ? ({ kind: 'typing' } satisfies DraftState) : state,
    /** Returns the revision; null if what is written could not be saved. */
    async saveNow(): Promise<number | null> {
      await saveInTurn()
      return saved.current.text === textOf(latest.current) ? saved.current.revision : null
    },
    overwrite: () => saveInTurn(true),
    /** Returns what is there now, on top of which the next save is made. */
    async readAgain(): Promise<Values> {
      const there = await api('GET /v1/admin/content/:kind/:slug', { params })
      const read = valuesOf(there)
      saved.current = { revision: there.draft?.revision ?? 0, text: textOf(read) }
      setState(stateOf(there))
      return read
    },
  }
}
