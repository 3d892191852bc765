export type Spot = { id: string; x: number; y: number }
/** The sitters at one position of the map, in list order; `x` and `y` in pixels. */
export type Cluster = { ids: string[]; x: number; y: number }

/**
 * Groups overlapping spots: a spot less than `width` pixels horizontally and `height` vertically from an earlier
 * cluster joins the nearest one. A cluster stays at its first spot, so the best match never moves and the result is
 * deterministic.
 */
export function clustersOf(
  spots: readonly Spot[],
  { width, height }: { width: number; height: number },
): Cluster[] {
  const clusters: Cluster[] = []
  const cells = new Map<string, Cluster[]>()
  for (const { id, x, y } of spots) {
    const [column, row] = [Math.floor(x / width), Math.floor(y / height)]
    const around = [-1, 0, 1].flatMap((right) =>
      [-1, 0, 1].flatMap((down) => cells.get(`${column + right} ${row + down}`) ?? []),
    )
    const distanceTo = (one: Cluster) => ((one.x - x) / width) ** 2 + ((one.y - y) / height) ** 2
    const nearest = around
      .filter((one) => Math.abs(one.x - x) < width && Math.abs(one.y - y) < height)
      .reduce<Cluster | null>((best, one) => (best && distanceTo(best) <= distanceTo(one) ? best : one), null)
    if (nearest) {
      nearest.ids.push(id)
      continue
    }
    const newCluster = { ids: [id], x, y }
    clusters.push(newCluster)
    cells.set(`${column} ${row}`, [...(cells.get(`${column} ${row}`) ?? []), newCluster])
  }
  return clusters
}
