/**
 * Moves the focus to the page's heading if the focused element is removed, for example the button that an action has
 * made pointless; the browser would drop the focus to the body. Returns a function that stops this.
 */
export function keepFocus(): () => void {
  let last: Element | null = null
  const remember = ({ target }: FocusEvent) => {
    last = target instanceof Element ? target : null
  }
  const restore = () => {
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (!isLost || !last || last.isConnected) return
    // While a dialog is open, the rest of the page cannot be focused.
    const heading = document.querySelector<HTMLElement>(
      'dialog[open] h2, :root:not(:has(dialog[open])) main h1',
    )
    // A page that is still loading has no heading yet; it is looked for again when the page changes.
    if (!heading) return
    last = null
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }
  const observer = new MutationObserver(restore)
  document.addEventListener('focusin', remember)
  observer.observe(document.body, { childList: true, subtree: true })
  return () => {
    document.removeEventListener('focusin', remember)
    observer.disconnect()
  }
}
