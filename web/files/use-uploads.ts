import { useEffect, useRef, useState } from 'react'
import type { FileKind } from '#contract/files/codes.ts'
import type { UploadedFile } from '#contract/files/files.ts'
import { useUnloadWarning } from '#web/accounts/leave-guard.tsx'
import { ApiProblem, NetworkProblem } from '#web/api.ts'
import { refusalOf } from '#web/files/check-file.ts'
import { refusalWords, sendFile } from '#web/files/upload.ts'

/** A file being uploaded. A refused file stays with its reason until it is dismissed. */
export type Sending = {
  key: string
  file: File
  alt: string
  /** Object URL of the chosen picture; null for a document. */
  preview: string | null
  share: number
  problem: string | null
  mayRepeat: boolean
}

type Options = {
  kind: FileKind
  /** Called with each uploaded file, in the order in which the files were chosen. */
  onReady: (ready: UploadedFile, source: File, key: string) => void
}

const words = (name: string, error: unknown): string => {
  if (error instanceof ApiProblem && error.status < 500)
    return [error.problem.title, error.problem.detail].filter(Boolean).join('. ')
  if (error instanceof NetworkProblem || error instanceof ApiProblem)
    return `${name} could not be sent: the server cannot be reached. Try again; it continues where it stopped.`
  throw error
}

function sendingOf(file: File, kind: FileKind, alt: string): Sending {
  const problem = refusalOf(file, kind)
  const isPicture = file.type.startsWith('image/') && !problem
  const preview = isPicture ? URL.createObjectURL(file) : null
  return { key: crypto.randomUUID(), file, alt, preview, share: 0, problem, mayRepeat: false }
}

function whyNotReady(name: string, { refusal }: UploadedFile) {
  const problem = refusal
    ? refusalWords(name, refusal)
    : `${name} is still being processed. Try again in a moment.`
  return { problem, mayRepeat: !refusal }
}

export type Uploads = ReturnType<typeof useUploads>

/** Uploads the chosen files one at a time and reports the progress of each. */
export function useUploads({ kind, onReady }: Options) {
  const [sending, setSending] = useState<Sending[]>([])
  const queue = useRef(Promise.resolve())
  const stops = useRef(new Map<string, AbortController>())
  const ready = useRef(onReady)
  useEffect(() => {
    ready.current = onReady
  })
  useEffect(() => {
    const running = stops.current
    return () => running.forEach((stop) => stop.abort())
  }, [])

  const set = (key: string, part: Partial<Sending>) =>
    setSending((all) => all.map((one) => (one.key === key ? { ...one, ...part } : one)))
  const putAway = (key: string) => {
    stops.current.get(key)?.abort()
    stops.current.delete(key)
    setSending((all) => {
      const gone = all.find((one) => one.key === key)
      if (gone?.preview) URL.revokeObjectURL(gone.preview)
      return all.filter((one) => one.key !== key)
    })
  }

  const send = (key: string, file: File, alt: string) => {
    const stop = new AbortController()
    stops.current.set(key, stop)
    set(key, { problem: null, share: 0 })
    const before = queue.current
    const sendAfter = async () => {
      await before
      if (stop.signal.aborted) return
      try {
        const onProgress = (share: number) => set(key, { share })
        const sent = await sendFile(file, { kind, alt, onProgress, signal: stop.signal })
        if (sent.state !== 'ready') {
          set(key, whyNotReady(file.name, sent))
          return
        }
        ready.current(sent, file, key)
        putAway(key)
      } catch (error) {
        if (stop.signal.aborted) return
        set(key, { problem: words(file.name, error), mayRepeat: true })
      }
    }
    queue.current = sendAfter()
  }

  /** Adds files to the queue. A file that fails the checks is reported at once and not sent. */
  const add = (files: readonly File[], alt = ''): string[] => {
    const added = files.map((file) => sendingOf(file, kind, alt))
    setSending((all) => [...all, ...added])
    for (const { key, file, problem } of added) if (!problem) send(key, file, alt)
    return added.map(({ key }) => key)
  }

  const isBusy = sending.some(({ problem }) => problem === null)
  useUnloadWarning(isBusy)
  return { sending, add, repeat: ({ key, file, alt }: Sending) => send(key, file, alt), putAway, isBusy }
}
