/**
 * The area of the last search, followed by the areas that the map itself has asked for since, whose searches may still
 * be running. Without it, a late answer would move the map back to an area that the user has already left.
 */
export function createAskedAreas(bounds: string | null) {
  let areas = bounds === null ? [] : [bounds]
  return {
    /** The map asks for the area that it shows. */
    ask: (area: string) => void areas.push(area),
    /** Takes the area of an answer; returns true if the map asked for it, so that it need not move there. */
    isAsked: (area: string | null): boolean => {
      const index = area === null ? -1 : areas.lastIndexOf(area)
      areas = index < 0 ? areas : areas.slice(index)
      return index >= 0
    },
    /** The map moves to the area of a search that it has not asked for. */
    moveTo: (area: string | null) => void (areas = area === null ? [] : [area]),
  }
}
