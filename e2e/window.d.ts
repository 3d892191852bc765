/** What tests leave in a page, to read it later. */
interface Window {
  /** Calls of the heat map's script. */
  told?: string[][]
  /** Sum of the layout shifts since the page was opened. */
  shifts?: { sum: number }
}
