type Options = { name: string; until: number; onLeave: () => void }

const shownMs = 8_000
const style = `.viewing{position:sticky;top:0;z-index:100;display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:.5rem 1.25rem;padding:.625rem 1rem;background:var(--rust);color:var(--on-rust);font-weight:600}
.viewing p{flex:1 1 12rem;margin:0;overflow-wrap:anywhere}
.viewing [role=status]{flex-basis:100%}
.viewing [role=status]:empty{position:absolute}
.viewing button{min-height:2.75rem;padding:.25rem 1.25rem;border:2px solid currentColor;border-radius:12px;background:none;color:inherit;font:inherit;cursor:pointer}
.viewing button:focus-visible{outline:3px solid currentColor;outline-offset:2px}
@media print{.viewing{position:static}}`

/** "12 minutes left", rounded up. */
export function timeLeft(ms: number): string {
  const minutes = Math.max(0, Math.ceil(ms / 60_000))
  return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} left`
}

function element<K extends keyof HTMLElementTagNameMap>(name: K, text = ''): HTMLElementTagNameMap[K] {
  const made = document.createElement(name)
  made.textContent = text
  return made
}

/**
 * Shows at the top of every page whom the member of staff sees the site as. It is no part of the app, so that no fault of
 * a page can hide it. Returns a function that says there that something was refused.
 */
export function showBanner({ name, until, onLeave }: Options): (words: string) => void {
  const banner = element('aside')
  banner.className = 'viewing'
  banner.setAttribute('aria-label', 'You see the site as somebody else')
  const left = element('span')
  const whom = element('p', `You see the site as ${name}, reading only. `)
  whom.append(left)
  const said = element('p')
  said.setAttribute('role', 'status')
  const leave = element('button', 'Leave')
  leave.type = 'button'
  leave.addEventListener('click', onLeave)
  banner.append(whom, leave, said)

  const count = () => (left.textContent = `${timeLeft(until - Date.now())}.`)
  count()
  setInterval(count, 5_000)
  const keep = () => {
    if (document.body && document.body.firstElementChild !== banner) document.body.prepend(banner)
  }
  const sheet = element('style', style)
  document.head.append(sheet)
  new MutationObserver(keep).observe(document, { childList: true, subtree: true })
  keep()

  let silence: ReturnType<typeof setTimeout> | undefined
  return (words) => {
    said.textContent = words
    clearTimeout(silence)
    silence = setTimeout(() => (said.textContent = ''), shownMs)
  }
}
