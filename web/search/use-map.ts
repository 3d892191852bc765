import type { Map as MapLibre } from 'maplibre-gl'
import { type RefObject, useCallback, useEffect, useEffectEvent, useState } from 'react'
import type { PinsAnswer } from '#contract/search/search.ts'
import { api } from '#web/api.ts'
import type { MapTiles } from '#web/layout/contexts.ts'
import { areaText } from '#web/search/map-area.ts'
import { drawLand, drawTowns, followTheme, openMap } from '#web/search/map-canvas.ts'
import { afterPress, yieldToPresses } from '#web/search/map-yield.ts'
import { usePendingNavigation } from '#web/pending-navigation.ts'
import { apiSearch, type SearchState } from '#web/search/search-state.ts'

type MapSettings = {
  tiles: MapTiles | null
  bounds: string | null
  /** Whether the person has asked for the map; else it can wait for the answer to a press. */
  isAskedFor: boolean
  onBroken: () => void
}

/** Returns a function that tells whether the navigation in progress leads to another page. */
export function useIsLeaving(): () => boolean {
  const pendingNavigation = usePendingNavigation()
  return useCallback(() => {
    const target = pendingNavigation()
    return target !== null && target.pathname !== window.location.pathname
  }, [pendingNavigation])
}

/** Creates the map in an element after mounting; calls `onBroken` if it cannot be drawn. */
export function useMap(
  box: RefObject<HTMLElement | null>,
  { tiles, bounds, isAskedFor, onBroken }: MapSettings,
) {
  const isLeaving = useIsLeaving()
  const [map, setMap] = useState<MapLibre | null>(null)
  const [drawn, setDrawn] = useState<'not yet' | 'whole' | 'without land'>('not yet')
  const open = useEffectEvent(async (container: HTMLElement) => {
    if (!isAskedFor) await afterPress(isLeaving)
    return container.isConnected ? openMap(container, { tiles, bounds }) : null
  })
  const broken = useEffectEvent(onBroken)

  useEffect(() => {
    const container = box.current
    if (!container) return
    const stage = container.insertBefore(document.createElement('div'), container.firstChild)
    let opened: MapLibre | undefined
    let isUnmounted = false
    open(stage).then(
      (made) => {
        opened = made ?? undefined
        return isUnmounted ? made?.remove() : setMap(made)
      },
      () => !isUnmounted && broken(),
    )
    return () => {
      isUnmounted = true
      stage.remove()
      // Removing it keeps the browser busy for 20 ms, which the page that a press leads to would wait for.
      void afterPress(() => false).then(() => opened?.remove())
      setMap(null)
    }
  }, [box])

  useEffect(() => (map ? yieldToPresses(map, isLeaving) : undefined), [map, isLeaving])

  useEffect(() => {
    if (!map) return
    const abort = new AbortController()
    const ignoreIfAborted = (error: unknown) => {
      if (!abort.signal.aborted) throw error
    }
    let stopTheme: (() => void) | undefined
    let stopTowns: (() => void) | undefined
    const begin = () => {
      stopTheme = followTheme(map, tiles)
      if (tiles) return setDrawn('whole')
      drawLand(map, abort.signal).then(
        () => !abort.signal.aborted && setDrawn('whole'),
        () => !abort.signal.aborted && setDrawn('without land'),
      )
      stopTowns = nameTowns(map, abort.signal)
    }
    void map.once('load').then(begin, ignoreIfAborted)
    return () => {
      abort.abort()
      stopTheme?.()
      stopTowns?.()
    }
  }, [map, tiles])
  return { map, drawn }
}

/** Labels the visible towns, fetched again whenever the map stops moving. */
function nameTowns(map: MapLibre, ended: AbortSignal): () => void {
  let last = new AbortController()
  const name = () => {
    last.abort()
    last = new AbortController()
    const { signal } = last
    const view = map.getBounds()
    const bounds = areaText({
      south: view.getSouth(),
      west: view.getWest(),
      north: view.getNorth(),
      east: view.getEast(),
    })
    api('GET /v1/places/in-sight', { query: { bounds } }, { signal }).then(
      ({ items }) => (signal.aborted || ended.aborted ? undefined : drawTowns(map, items)),
      // The previous names stay; the pins do not depend on them.
      (error: unknown) => !signal.aborted && console.info('The town names could not be loaded', error),
    )
  }
  name()
  map.on('moveend', name)
  return () => {
    last.abort()
    map.off('moveend', name)
  }
}

/** Fetches the pins of a search; the previous ones stay until the new ones arrive. */
export function usePins(search: SearchState) {
  const [attempt, setAttempt] = useState(1)
  const key = JSON.stringify({ query: apiSearch(search), attempt })
  const [pinned, setPinned] = useState<PinsAnswer | null>(null)
  const [failedKey, setFailedKey] = useState<string | null>(null)
  const fetchPins = useEffectEvent((signal: AbortSignal) =>
    api('GET /v1/sitters/pins', { query: apiSearch(search) }, { signal, anonymous: true }),
  )
  useEffect(() => {
    const abort = new AbortController()
    fetchPins(abort.signal).then(
      (answer) => !abort.signal.aborted && setPinned(answer),
      () => !abort.signal.aborted && setFailedKey(key),
    )
    return () => abort.abort()
  }, [key])
  return { found: pinned, failed: failedKey === key, retry: () => setAttempt(attempt + 1) }
}
