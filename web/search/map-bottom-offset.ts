/**
 * Sets the CSS variable `--below` to the part of the map that is below the viewport or behind the bar on phones, so
 * that controls at its bottom edge stay visible; returns a function that stops it.
 */
export function keepControlsVisible(map: HTMLElement): () => void {
  const measure = () => {
    const bar = document.querySelector<HTMLElement>('.bottom-bar')?.offsetHeight ?? 0
    const below = map.getBoundingClientRect().bottom - (window.innerHeight - bar)
    map.style.setProperty('--below', `${Math.max(0, Math.round(below))}px`)
  }
  measure()
  addEventListener('scroll', measure, { passive: true })
  addEventListener('resize', measure)
  return () => {
    removeEventListener('scroll', measure)
    removeEventListener('resize', measure)
  }
}
