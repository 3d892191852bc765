import { useEffect, useState } from 'react'
import type { Document } from '#contract/blog.ts'
import type { PublicSettings } from '#contract/settings.ts'
import { errorsOf } from '#web/accounts/call-errors.ts'
import { type Values, writtenOf } from '#web/admin/parts/content-words.ts'
import { api } from '#web/api.ts'
import { DocumentText } from '#web/blog/document-text.tsx'
import { Notice } from '#web/ui/notice.tsx'

const pauseMs = 300

type Shown = Pick<Document, 'title' | 'pieces'>

/** The text as its page would show it, rendered by the server a moment after each change. */
export function TextPreview({ values, settings }: { values: Values; settings: PublicSettings }) {
  const [shown, setShown] = useState<Shown | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const body = JSON.stringify({ kind: values.kind, ...writtenOf(values) })
  useEffect(() => {
    const abort = new AbortController()
    const render = async () => {
      try {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it was written above
        const sent = JSON.parse(body) as { kind: Values['kind'] } & ReturnType<typeof writtenOf>
        const answer = await api('POST /v1/admin/content/preview', { body: sent }, { signal: abort.signal })
        if (abort.signal.aborted) return
        setShown(answer)
        setRefusal(null)
      } catch (error) {
        if (abort.signal.aborted) return
        const messages = errorsOf(error)?.map(({ message }) => message)
        setRefusal(messages?.join(' ') ?? 'The preview could not be loaded.')
      }
    }
    const timer = setTimeout(() => void render(), pauseMs)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [body])
  return (
    <section aria-label="Preview" className="grid min-w-0 content-start gap-4">
      {refusal && (
        <Notice kind="warning" title="This cannot be shown yet" announced>
          {refusal}
        </Notice>
      )}
      {shown && (
        <div className="min-w-0 rounded-card border bg-card p-5 wrap-anywhere">
          <p className="mb-5 font-serif text-2xl font-semibold">{shown.title}</p>
          <DocumentText document={shown} settings={settings} />
        </div>
      )}
    </section>
  )
}
