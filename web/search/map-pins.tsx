import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { SitterPin } from '#contract/search/search.ts'
import { formatShortMoney } from '#contract/words.ts'
import { plural } from '#web/format.ts'
import { screenPositionOf } from '#web/search/map-area.ts'
import { clustersOf } from '#web/search/map-clusters.ts'
import { cx } from '#web/ui/cx.ts'
import { unitCount, unitWord } from '#web/words.ts'

/** Pins closer together than this, in pixels, are shown as one. */
const room = { width: 50, height: 30 }

export type PinGroup = { pins: SitterPin[]; lat: number; lng: number }

const priceOf = ({ total, units, unitPrice }: SitterPin): number =>
  total === null || units === null ? unitPrice : total

/** "€132 in total for 4 nights, fees included", "€33 a night, fees included". */
const priceWords = (pin: SitterPin, currency: string): string => {
  const { total, units, service } = pin
  const money = formatShortMoney(priceOf(pin), currency)
  const what =
    total === null || units === null ? `a ${unitWord(service)}` : `in total for ${unitCount(units, service)}`
  return `${money} ${what}, fees included`
}

const groupName = ({ pins }: PinGroup, currency: string): string => {
  const [first] = pins
  if (pins.length === 1 && first) return `${first.name}, ${priceWords(first, currency)}`
  const least = Math.min(...pins.map(priceOf))
  return `${plural(pins.length, 'sitter')} here, from ${formatShortMoney(least, currency)}, fees included`
}

/** Groups overlapping pins; recomputed whenever the map stops moving. */
function useGroups(map: MapLibre, pins: readonly SitterPin[]): PinGroup[] {
  const [groups, setGroups] = useState<PinGroup[]>([])
  useEffect(() => {
    const byId = new Map(pins.map((pin) => [pin.id, pin]))
    const group = () => {
      const spots = pins.map((pin) => ({ id: pin.id, ...xy(screenPositionOf(map, pin)) }))
      setGroups(
        clustersOf(spots, room).map(({ ids }) => {
          const together = ids.map((id) => byId.get(id)!)
          return { pins: together, lat: together[0]!.lat, lng: together[0]!.lng }
        }),
      )
    }
    group()
    map.on('moveend', group)
    map.on('resize', group)
    return () => {
      map.off('moveend', group)
      map.off('resize', group)
    }
  }, [map, pins])
  return groups
}

const xy = ({ x, y }: { x: number; y: number }) => ({ x, y })

/** Moves the items of the list to the places of their groups, and hides those outside of the map. */
function usePlacedItems(map: MapLibre, groups: readonly PinGroup[]) {
  const list = useRef<HTMLUListElement>(null)
  useLayoutEffect(() => {
    const place = () => {
      const { clientWidth: width, clientHeight: height } = map.getContainer()
      for (const [index, group] of groups.entries()) {
        const item = list.current?.children[index]
        if (!(item instanceof HTMLElement)) continue
        const { x, y } = screenPositionOf(map, group)
        item.style.translate = `calc(${x}px - 50%) calc(${y}px - 50%)`
        item.hidden = x < 0 || y < 0 || x > width || y > height
      }
    }
    place()
    map.on('move', place)
    map.on('resize', place)
    return () => {
      map.off('move', place)
      map.off('resize', place)
    }
  }, [map, groups])
  return list
}

type MapPinsProps = {
  map: MapLibre
  pins: readonly SitterPin[]
  currency: string
  /** The sitter whose card is hovered or focused. */
  lit: string | null
  chosen: readonly string[]
  onTouch: (group: PinGroup | null) => void
  onChoose: (group: PinGroup) => void
}

/** Price pins at the sitters' positions; each is a button while it is visible. */
export function MapPins({ map, pins, currency, lit, chosen, onTouch, onChoose }: MapPinsProps) {
  const groups = useGroups(map, pins)
  const list = usePlacedItems(map, groups)
  return (
    <ul
      ref={list}
      aria-label="Sitters on the map"
      className="pointer-events-none absolute inset-0 overflow-hidden"
    >
      {groups.map((group) => {
        const [first] = group.pins
        const isLit = group.pins.some(({ id }) => id === lit || chosen.includes(id))
        return (
          <li
            key={first!.id}
            className={cx(
              'pointer-events-auto absolute top-0 left-0 hover:z-20',
              isLit ? 'z-10' : 'focus-within:z-20',
            )}
          >
            <button
              type="button"
              data-pins={group.pins.map(({ id }) => id).join(' ')}
              data-lit={isLit || undefined}
              aria-label={groupName(group, currency)}
              aria-expanded={group.pins.every(({ id }) => chosen.includes(id))}
              onPointerEnter={({ pointerType }) => pointerType === 'mouse' && onTouch(group)}
              onPointerLeave={() => onTouch(null)}
              onFocus={() => onTouch(group)}
              onBlur={() => onTouch(null)}
              onClick={() => onChoose(group)}
              className={cx(
                'figures grid min-h-8 min-w-8 place-items-center rounded-full border px-2.5 text-sm font-semibold whitespace-nowrap shadow-card transition-colors pointer-coarse:min-h-11 pointer-coarse:min-w-11',
                isLit
                  ? 'border-green bg-green text-on-green'
                  : group.pins.length > 1
                    ? 'border-green-line bg-green-soft text-green hover:border-green'
                    : 'border-line bg-card text-ink hover:border-green',
              )}
            >
              {group.pins.length > 1 ? group.pins.length : formatShortMoney(priceOf(first!), currency)}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
