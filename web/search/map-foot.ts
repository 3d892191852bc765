/**
 * Tells the styles of a map how much of it lies below the window or behind the bar of phones (`--below`), so that what
 * stands at its foot is always in sight; returns how to stop.
 */
export function keepFootInSight(map: HTMLElement): () => void {
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
