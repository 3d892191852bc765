import { Icon } from '#web/ui/icon.tsx'
import type { StoredDocument } from '#contract/files/files.ts'

const kilobytes = (bytes: number) => `${Math.max(1, Math.round(bytes / 1024))} KB`

/** A photographed document opens in a new tab; a PDF is downloaded. */
export function DocumentLink({ document: { name, bytes, photo, url } }: { document: StoredDocument }) {
  const address = photo?.sizes.at(-1)?.url ?? url
  const words = `${name || 'Paper'} (${kilobytes(bytes)})`
  if (!address) return <span className="wrap-anywhere">{words}</span>
  return (
    <a
      href={address}
      {...(photo ? { target: '_blank', rel: 'noreferrer' } : { download: name || 'document.pdf' })}
      className="link inline-flex min-h-11 items-center gap-2 wrap-anywhere print:hidden"
    >
      <Icon name="file-text" size={18} className="shrink-0" />
      {words}
    </a>
  )
}
