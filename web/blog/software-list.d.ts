/** Generated at build time by `softwareList` of `scripts/software.ts`. */
declare module 'virtual:software' {
  export const software: readonly [name: string, version: string, licence: string][]
  export const sources: readonly { name: string; licence: string; url: string; words: string }[]
}
