import { useEffect, useState } from 'react'

const idAt = (target: EventTarget | null): string | null =>
  target instanceof Element ? (target.closest<HTMLElement>('[data-sitter]')?.dataset['sitter'] ?? null) : null

/** Returns the sitter whose card in the list is hovered or focused; without one, that of the carousel. */
export function useHighlightedInList(inCarousel: string | null): string | null {
  const [lit, setLit] = useState<string | null>(null)
  useEffect(() => {
    const enter = ({ target }: Event) => setLit(idAt(target))
    const leave = ({ relatedTarget }: MouseEvent | FocusEvent) => setLit(idAt(relatedTarget))
    document.addEventListener('mouseover', enter)
    document.addEventListener('focusin', enter)
    document.addEventListener('focusout', leave)
    return () => {
      document.removeEventListener('mouseover', enter)
      document.removeEventListener('focusin', enter)
      document.removeEventListener('focusout', leave)
    }
  }, [])
  return lit ?? inCarousel
}

/** Highlights the cards of these sitters in the list until the returned function is called. */
export function highlightInList(ids: readonly string[]): () => void {
  const cards = ids.flatMap((id) => [...document.querySelectorAll(`[data-sitter="${CSS.escape(id)}"]`)])
  for (const card of cards) card.toggleAttribute('data-lit', true)
  return () => {
    for (const card of cards) card.removeAttribute('data-lit')
  }
}
