/** Generated at build time by `landFiles` of `scripts/land-files.ts`. */
declare module 'virtual:land' {
  /** The path of a file of the land, without its name and `.json`. */
  export const landPrefix: string
  /** `world`, and the name of each cell that has land. */
  export const landNames: readonly string[]
}
