/**
 * The part of a picture that is kept: the picture is rotated clockwise by `turns` quarter turns, then cropped to a
 * frame of this shape and zoom.
 */
export type Crop = {
  turns: 0 | 1 | 2 | 3
  shape: 'whole' | 'wide' | 'square'
  zoom: number
  /** Centre of the frame, from 0 to 1 across and down the rotated picture. */
  x: number
  y: number
}
export const wholePicture: Crop = { turns: 0, shape: 'whole', zoom: 1, x: 0.5, y: 0.5 }

type Size = { width: number; height: number }

export const turnedSize = ({ width, height }: Size, turns: Crop['turns']): Size =>
  turns % 2 === 0 ? { width, height } : { width: height, height: width }

const ratioOf = ({ width, height }: Size, shape: Crop['shape']): number =>
  shape === 'whole' ? width / height : shape === 'wide' ? 4 / 3 : 1

const within = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high)

/** Returns the frame in pixels of the rotated picture; it never leaves the picture. */
export function frameOf(picture: Size, { turns, shape, zoom, x, y }: Crop) {
  const { width: across, height: down } = turnedSize(picture, turns)
  const ratio = ratioOf({ width: across, height: down }, shape)
  const width = Math.min(across, down * ratio) / zoom
  const height = width / ratio
  return {
    left: within(x * across - width / 2, 0, across - width),
    top: within(y * down - height / 2, 0, down - height),
    width,
    height,
  }
}

/** Moves the frame by fractions of its own size, clamped to the picture. */
export function moved(picture: Size, crop: Crop, right: number, downwards: number): Crop {
  const turned = turnedSize(picture, crop.turns)
  const { left, top, width, height } = frameOf(picture, crop)
  const middleX = left + width / 2 + right * width
  const middleY = top + height / 2 + downwards * height
  return {
    ...crop,
    x: within(middleX, width / 2, turned.width - width / 2) / turned.width,
    y: within(middleY, height / 2, turned.height - height / 2) / turned.height,
  }
}
