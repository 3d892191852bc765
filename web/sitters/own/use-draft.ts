import { useEffect, useRef, useState } from 'react'
import type { SitterDraft } from '#contract/sitters/drafts.ts'
import { api, ApiProblem, NetworkProblem } from '#web/api.ts'
import type { SitterForm, Step } from '#web/sitters/own/sitter-form.ts'

/** `elsewhere`: another device has saved a newer version. */
export type DraftState = 'saved' | 'saving' | 'waiting' | 'failed' | 'elsewhere'

const pauseMilliseconds = 900

export const formIn = (draft: SitterDraft, blank: SitterForm): SitterForm => ({
  ...blank,
  ...(draft.data['form'] as Partial<SitterForm> | undefined),
})

/** The wizard's form, saved on the server shortly after each change and at each step. */
export function useDraft(draft: SitterDraft, blank: SitterForm, step: Step) {
  const [form, setForm] = useState(() => formIn(draft, blank))
  const [state, setState] = useState<DraftState>(draft.savedAt ? 'saved' : 'waiting')
  const version = useRef(draft.version)
  const latest = useRef({ form, step })
  const unsaved = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const running = useRef<Promise<void> | null>(null)

  const send = async () => {
    while (unsaved.current) {
      unsaved.current = false
      setState('saving')
      const { form: data, step: at } = latest.current
      try {
        const saved = await api('PUT /v1/sitter-draft', {
          body: { step: at, data: { form: data }, version: version.current },
        })
        version.current = saved.version
        setState('saved')
      } catch (error) {
        if (!(error instanceof ApiProblem || error instanceof NetworkProblem)) throw error
        unsaved.current = true
        const stale = error instanceof ApiProblem && error.problem.code === 'version-stale'
        setState(stale ? 'elsewhere' : 'failed')
        return
      }
    }
  }
  /** Runs one save at a time; changes made meanwhile are saved afterwards. */
  const save = (): Promise<void> => {
    running.current ??= send().finally(() => {
      running.current = null
    })
    return running.current
  }
  const saveNow = useRef(save)
  useEffect(() => {
    latest.current = { form, step }
    saveNow.current = save
  })

  useEffect(() => {
    const flush = () => {
      clearTimeout(timer.current)
      if (unsaved.current) void saveNow.current()
    }
    const hidden = () => document.visibilityState === 'hidden' && flush()
    document.addEventListener('visibilitychange', hidden)
    return () => {
      document.removeEventListener('visibilitychange', hidden)
      flush()
    }
  }, [])

  const change = (part: Partial<SitterForm>) => {
    unsaved.current = true
    setForm((before) => ({ ...before, ...part }))
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void saveNow.current(), pauseMilliseconds)
  }
  /** Saves even without changes, because the step is part of the draft. */
  const saveStep = (): Promise<void> => {
    unsaved.current = true
    return save()
  }
  const read = async () => {
    const there = await api('GET /v1/sitter-draft', {})
    version.current = there.version
    return there
  }
  const takeOther = async () => {
    const there = await read()
    unsaved.current = false
    setForm(formIn(there, blank))
    setState('saved')
  }
  const keepOwn = async () => {
    await read()
    await saveStep()
  }
  const forget = () => {
    unsaved.current = false
  }
  return { form, change, state, save, saveStep, takeOther, keepOwn, forget }
}
