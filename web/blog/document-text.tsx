import type { Document } from '#contract/blog.ts'
import type { PublicSettings } from '#contract/settings.ts'
import { Live } from '#web/blog/live.tsx'

/** A text with its live parts; the HTML was sanitised by the server. */
export function DocumentText({ document, settings }: { document: Document; settings: PublicSettings }) {
  return (
    <div className="grid grid-cols-1 gap-6">
      {document.pieces.map((piece, index) =>
        'html' in piece ? (
          // Pieces never change place while the page lives.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={index} className="prose" dangerouslySetInnerHTML={{ __html: piece.html }} />
        ) : (
          <Live key={piece.live} name={piece.live} settings={settings} />
        ),
      )}
    </div>
  )
}
