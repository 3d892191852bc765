import { useNavigate } from 'react-router'
import { paths } from '#web/paths.ts'
import { preferences } from '#web/persisted.ts'
import { searchQuery, type SearchState } from '#web/search/search-state.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'

export const isMapAskedFor = ({ map }: SearchState) => map === 'open' || map === 'follow'

/** Stores on this device whether searches have no map beside their results. */
function storeHidden(hidesMap: boolean): void {
  if (hidesMap !== (preferences.getState().hidesMap ?? false)) preferences.setState({ hidesMap })
  if (hidesMap) document.documentElement.dataset['hidesMap'] = 'yes'
  else delete document.documentElement.dataset['hidesMap']
}

type MapToggleProps = { search: SearchState; preload: () => void }

/** A button and not a link, because where it leads depends on the screen, which the server does not know. */
export function MapToggle({ search, preload }: MapToggleProps) {
  const navigate = useNavigate()
  const toggle = () => {
    const isShown = document.querySelector('.map-place')?.checkVisibility()
    const map = !isShown ? 'open' : matchMedia('(width >= 64rem)').matches ? 'hidden' : null
    if (map) storeHidden(map === 'hidden')
    void navigate(paths.sitters(searchQuery({ ...search, map })), { preventScrollReset: true })
  }
  const isOpen = isMapAskedFor(search)
  return (
    <Button
      onClick={toggle}
      onPointerEnter={preload}
      onFocus={preload}
      // Written out, because `coversMap` would load with the results, and not with the map.
      data-covers-map="bottom"
      className="map-toggle"
    >
      <Icon name={isOpen ? 'list' : 'map'} size={18} />
      <span className="hidden beside:inline">Hide map</span>
      <span className="beside:hidden">{isOpen ? 'Show the list' : 'Map'}</span>
    </Button>
  )
}
