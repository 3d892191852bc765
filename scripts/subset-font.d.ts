declare module 'subset-font' {
  /** Bytes of a font with each named axis at its one value, and nothing said about the other axes. */
  export default function subsetFont(
    font: Buffer,
    text: '',
    options: { targetFormat: 'woff2'; variationAxes: Record<string, number>; keepAllGlyphs: true },
  ): Promise<Buffer>
}
