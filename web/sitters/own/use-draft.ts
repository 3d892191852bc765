import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { SitterDraft } from '#contract/sitters/drafts.ts'
import { api, ApiProblem, NetworkProblem } from '#web/api.ts'
import type { SitterForm, Step } from '#web/sitters/own/sitter-form.ts'

/** `elsewhere`: another device has saved a newer version. */
export type DraftState = 'saved' | 'saving' | 'waiting' | 'failed' | 'elsewhere'

const pauseMilliseconds = 900

export const formIn = (draft: SitterDraft, blank: SitterForm): SitterForm => ({
  ...blank,
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server returns what `putDraft` sent; `blank` fills what an older form lacks
  ...(draft.data['form'] as Partial<SitterForm> | undefined),
})

type Latest = { form: SitterForm; step: Step }

/** Returns the saved draft, or why it was not saved. */
async function putDraft(
  { form, step }: Latest,
  version: number,
): Promise<SitterDraft | 'elsewhere' | 'failed'> {
  try {
    return await api('PUT /v1/sitter-draft', { body: { step, data: { form }, version } })
  } catch (error) {
    if (!(error instanceof ApiProblem || error instanceof NetworkProblem)) throw error
    return error instanceof ApiProblem && error.problem.code === 'version-stale' ? 'elsewhere' : 'failed'
  }
}

/** Calls a function when the page is hidden and when the component disappears. */
function useBeforeLeaving(leave: () => void) {
  const leaving = useEffectEvent(leave)
  useEffect(() => {
    const hidden = () => document.visibilityState === 'hidden' && leaving()
    document.addEventListener('visibilitychange', hidden)
    return () => {
      document.removeEventListener('visibilitychange', hidden)
      leaving()
    }
  }, [])
}

/** Saves the latest form and step, one request at a time; tracks the version of the draft on the server. */
function useDraftSaving(draft: SitterDraft, { form, step }: Latest) {
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
      const saved = await putDraft(latest.current, version.current)
      if (typeof saved === 'string') {
        unsaved.current = true
        setState(saved)
        return
      }
      version.current = saved.version
      setState('saved')
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
  useBeforeLeaving(() => {
    clearTimeout(timer.current)
    if (unsaved.current) void saveNow.current()
  })
  const saveSoon = () => {
    unsaved.current = true
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
  const forget = () => {
    unsaved.current = false
  }
  return { state, setState, save, saveSoon, saveStep, read, forget }
}

/** The wizard's form, saved on the server shortly after each change and at each step. */
export function useDraft(draft: SitterDraft, blank: SitterForm, step: Step) {
  const [form, setForm] = useState(() => formIn(draft, blank))
  const { state, setState, save, saveSoon, saveStep, read, forget } = useDraftSaving(draft, { form, step })
  const change = (part: Partial<SitterForm>) => {
    setForm((before) => ({ ...before, ...part }))
    saveSoon()
  }
  const takeOther = async () => {
    const there = await read()
    forget()
    setForm(formIn(there, blank))
    setState('saved')
  }
  const keepOwn = async () => {
    await read()
    await saveStep()
  }
  return { form, change, state, save, saveStep, takeOther, keepOwn, forget }
}
