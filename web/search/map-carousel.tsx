import { useEffect, useEffectEvent, useRef } from 'react'
import type { SitterPin } from '#contract/search/search.ts'
import { MapSitter } from '#web/search/map-card.tsx'
import { coversMap } from '#web/search/map-insets.ts'
import type { SearchState } from '#web/search/search-state.ts'

type MapCarouselProps = {
  pins: readonly SitterPin[]
  search: SearchState
  currency: string
  /** The sitter to show: the first of the pressed pin. Each press is a new object. */
  chosen: { pins: readonly SitterPin[] } | null
  /** Called with the sitter whose card is in the middle; the first time because the row has appeared, then after swipes. */
  onShow: (id: string | null, isSwiped: boolean) => void
}

/** The share of a card that is in view when it counts as the shown one; of its neighbours, less is in view. */
const shownShare = 0.8

/** The sitters of the map as a row of cards on phones, in the order of the list. */
export function MapCarousel({ pins, search, currency, chosen, onShow }: MapCarouselProps) {
  const list = useRef<HTMLUListElement>(null)

  const show = useEffectEvent(onShow)
  useEffect(() => {
    const row = list.current
    let isSwiped = false
    const observer = new IntersectionObserver(
      (entries) => {
        const shown = entries.find(({ isIntersecting }) => isIntersecting)?.target
        if (shown instanceof HTMLElement) show(shown.dataset['card'] ?? null, isSwiped)
        isSwiped = true
      },
      { root: row, threshold: shownShare },
    )
    for (const { id } of pins) {
      const card = row?.querySelector(`[data-card="${CSS.escape(id)}"]`)
      if (card) observer.observe(card)
    }
    return () => observer.disconnect()
  }, [pins])

  useEffect(() => {
    const [row, id] = [list.current, chosen?.pins[0]?.id]
    const card = id && row?.querySelector<HTMLElement>(`[data-card="${CSS.escape(id)}"]`)
    if (!row || !card || row.clientWidth === 0) return
    row.scrollTo({ left: card.offsetLeft - (row.clientWidth - card.offsetWidth) / 2 })
    card.querySelector('a')?.focus({ preventScroll: true })
  }, [chosen])

  if (pins.length === 0) return null
  return (
    <ul
      ref={list}
      {...coversMap('bottom')}
      aria-label="Sitters of this map"
      className="absolute inset-x-0 bottom-[calc(1.5rem+var(--below))] z-20 flex snap-x snap-mandatory gap-2 overflow-x-auto px-[7%] pb-1.5 [scrollbar-width:none]"
    >
      {pins.map((pin) => (
        <li key={pin.id} data-card={pin.id} className="w-full max-w-sm shrink-0 snap-center">
          <MapSitter {...{ pin, search, currency }} />
        </li>
      ))}
    </ul>
  )
}
