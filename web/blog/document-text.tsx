import type { Document } from '#contract/blog.ts'
import type { PublicSettings } from '#contract/settings.ts'
import { Live } from '#web/blog/live.tsx'

/** A document with its live parts; the server has sanitised the HTML. */
export function DocumentText({
  document,
  settings,
}: {
  document: Pick<Document, 'pieces'>
  settings: PublicSettings
}) {
  return (
    <div className="grid grid-cols-1 gap-6">
      {document.pieces.map((piece, index) =>
        'html' in piece ? (
          // oxlint-disable-next-line react/no-array-index-key -- the order never changes while the page is mounted
          <div key={index} className="prose" dangerouslySetInnerHTML={{ __html: piece.html }} />
        ) : (
          <Live key={piece.live} name={piece.live} settings={settings} />
        ),
      )}
    </div>
  )
}
