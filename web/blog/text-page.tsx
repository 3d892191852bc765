import type { ReactNode } from 'react'
import { DocumentText } from '#web/blog/document-text.tsx'
import type { readDocument } from '#web/blog/read-document.ts'

type TextPageProps = Awaited<ReturnType<typeof readDocument>> & { above?: ReactNode; note?: ReactNode }

/** The page of one legal or help text. */
export function TextPage({ document, settings, above, note }: TextPageProps) {
  return (
    <main className="page max-w-[52rem] py-10">
      {above && <div className="mb-5">{above}</div>}
      <h1>{document.title}</h1>
      {note && <p className="mt-3 text-sm text-ink-2">{note}</p>}
      <div className="mt-8">
        <DocumentText document={document} settings={settings} />
      </div>
    </main>
  )
}
