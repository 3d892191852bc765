/** The part of fontkit 2.0.4 that is used for pictures; the package has no types of its own. */
declare module 'fontkit' {
  type Path = {
    toSVG(): string
    transform(m0: number, m1: number, m2: number, m3: number, m4: number, m5: number): Path
  }
  type Run = {
    /** In font units, like all numbers of a run. */
    advanceWidth: number
    glyphs: readonly { path: Path }[]
    positions: readonly { xAdvance: number; xOffset: number; yOffset: number }[]
  }
  export type Font = {
    unitsPerEm: number
    hasGlyphForCodePoint(codePoint: number): boolean
    layout(text: string): Run
  }

  export type Point = { x: number; y: number; endContour: boolean; copy(): Point }
  /** Additional members of a variable font loaded from a WOFF2 file. */
  export type VariableFont = Font & {
    fvar: { axis: readonly { axisTag: string; defaultValue: number }[] }
    variationCoords: readonly number[] | null
    getGlyph(id: number): unknown
    /** Only after the first glyph was read. */
    _transformedGlyphs?: readonly { points?: Point[]; components?: { dx: number; dy: number }[] }[]
    _variationProcessor: { transformPoints(glyphId: number, points: Point[]): void }
  }

  export function create(bytes: Uint8Array): Font
}
