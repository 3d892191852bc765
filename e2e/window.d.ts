/** Values that tests store in a page and read later. */
interface Window {
  /** Calls of the heat map's script. */
  told?: string[][]
  /** Called for each tap. */
  countTap?: () => Promise<void>
  /** The map's WebGL context; null if the map has none. */
  mapDrawing?: WebGL2RenderingContext | null
  /** Lets stopped animations run. */
  resume?: () => void
  /** Sum of the layout shifts since the page was opened. */
  shifts?: { sum: number }
  /** The parts that moved in each change between two pages. */
  transitions?: string[][]
}
