// The script that other sites include with one tag. It puts the widget into a frame where the tag stands, because only
// a frame keeps the styles and scripts of both sites apart. Its attributes are listed in docs/feeds.md; they must keep
// their meaning, since the tags stand on sites that nobody here can change.
import { type Height, isHeight } from '#web/widget/height.ts'

const names = ['service', 'place', 'lang', 'scheme', 'results', 'target'] as const

/** Returns the address of the frame for a tag with these attributes. */
export function frameAddress(origin: string, attributes: DOMStringMap): string {
  const { sitter } = attributes
  const address = new URL(sitter ? `/widget/sitters/${encodeURIComponent(sitter)}` : '/widget/search', origin)
  for (const name of names) {
    const value = attributes[name]
    if (value) address.searchParams.set(name, value)
  }
  return address.href
}

function insertFrame(tag: HTMLScriptElement): void {
  const { origin } = new URL(tag.src)
  const frame = document.createElement('iframe')
  frame.src = frameAddress(origin, tag.dataset)
  frame.title = tag.dataset['title'] ?? 'Pet sitters'
  frame.loading = 'lazy'
  frame.style.cssText = 'display:block;width:100%;height:420px;border:0;color-scheme:normal'
  addEventListener('message', ({ source, origin: from, data }: MessageEvent<Height | undefined>) => {
    if (source === frame.contentWindow && from === origin && isHeight(data))
      frame.style.height = `${Math.ceil(data.sitwellHeight)}px`
  })
  tag.after(frame)
}

if (typeof document !== 'undefined' && document.currentScript instanceof HTMLScriptElement)
  insertFrame(document.currentScript)
