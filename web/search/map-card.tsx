import { Icon } from '#web/ui/icon.tsx'
import { type Ref, useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import type { SitterPin } from '#contract/search/search.ts'
import { formatShortMoney } from '#contract/words.ts'
import { paths } from '#web/paths.ts'
import { coversMap } from '#web/search/map-insets.ts'
import { bookingQuery, type SearchState } from '#web/search/search-state.ts'
import { SitterPicture } from '#web/sitters/public/sitter-picture.tsx'
import { buttonStyle } from '#web/ui/button.tsx'
import { cardStyle, coverLink } from '#web/ui/card.tsx'
import { Rating } from '#web/ui/rating.tsx'
import { unitCount, unitWord } from '#web/words.ts'

type MapCardProps = {
  pins: readonly SitterPin[]
  search: SearchState
  currency: string
  /**
   * Set if the pin was clicked and not just hovered: a new object at each click moves the focus here, and the card
   * stays open until closed.
   */
  chosen: object | null
  onClose: () => void
}

/** The sitters of a pin, as small cards at the foot of the map; phones have the carousel instead. */
export function MapCard({ pins, search, currency, chosen, onClose }: MapCardProps) {
  const first = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (chosen) first.current?.focus({ preventScroll: true })
  }, [chosen])
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape repeats what the button does
    <div
      {...coversMap('bottom')}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
      className="absolute inset-x-3 bottom-[calc(2.25rem+var(--below))] z-30 mx-auto max-w-sm animate-rise max-lg:hidden"
    >
      <div className="grid max-h-72 gap-2 overflow-y-auto rounded-card">
        {pins.map((pin, index) => (
          <MapSitter key={pin.id} {...{ pin, search, currency }} link={index === 0 ? first : undefined} />
        ))}
      </div>
      {chosen && (
        <button
          type="button"
          onClick={onClose}
          className={buttonStyle({
            iconOnly: true,
            size: 'small',
            className: 'absolute -top-3 -right-2 rounded-full!',
          })}
        >
          <Icon name="x" size={18} />
          <span className="sr-only">Close</span>
        </button>
      )}
    </div>
  )
}

type MapSitterProps = Pick<MapCardProps, 'search' | 'currency'> & {
  pin: SitterPin
  link?: Ref<HTMLAnchorElement> | undefined
}

export function MapSitter({ pin, search, currency, link }: MapSitterProps) {
  const { search: address } = useLocation()
  const { total, units, unitPrice, service } = pin
  const isTotal = total !== null && units !== null
  return (
    <article
      className={cardStyle({
        interactive: true,
        padding: 'none',
        className: 'grid grid-cols-[4.5rem_minmax(0,1fr)] items-center gap-3 p-2',
      })}
    >
      <SitterPicture sitter={pin} sizes="72px" tiny className="aspect-square w-full" />
      <div className="grid gap-0.5 pr-2 text-sm text-ink-2">
        <Link
          ref={link}
          to={paths.sitter(pin.id, { ...bookingQuery(search), service })}
          state={{ from: address }}
          className={`${coverLink} truncate text-base font-semibold text-ink`}
        >
          {pin.name}
        </Link>
        <Rating value={pin.rating.average} count={pin.rating.count} />
        <p className="figures">
          <b className="text-ink">{formatShortMoney(isTotal ? total : unitPrice, currency)}</b>{' '}
          {isTotal ? `total, ${unitCount(units, service)}` : `a ${unitWord(service)}`}, fees included
        </p>
      </div>
    </article>
  )
}
