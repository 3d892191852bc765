declare module 'subset-font' {
  /** Returns the font with each named axis fixed at a value; other axes stay variable. */
  export default function subsetFont(
    font: Buffer,
    text: '',
    options: { targetFormat: 'woff2'; variationAxes: Record<string, number>; keepAllGlyphs: true },
  ): Promise<Buffer>
}
