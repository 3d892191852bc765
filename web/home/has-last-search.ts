import { lastSearch } from '#web/persisted.ts'

/** Whether this device has a search to begin with. */
export function hasLastSearch(): boolean {
  const { service, place, pets } = lastSearch.getState()
  return Boolean(service || place || pets)
}
