import { crc32, deflateSync } from 'node:zlib'

/** Encodes an integer as in Protocol Buffers and PMTiles: seven bits per byte, lowest first. */
function varint(value: number): number[] {
  const bytes: number[] = []
  for (let left = value; ; left = Math.floor(left / 128)) {
    if (left < 128) return [...bytes, left]
    bytes.push((left % 128) + 128)
  }
}

const field = (number: number, bytes: readonly number[]) => [
  ...varint(number * 8 + 2),
  ...varint(bytes.length),
  ...bytes,
]
const numberField = (number: number, value: number) => [...varint(number * 8), ...varint(value)]
const text = (words: string): number[] => [...Buffer.from(words)]
const zigzag = (value: number) => (value < 0 ? -2 * value - 1 : 2 * value)

/** A vector tile layer with one feature that has one property. */
function layer(name: string, type: 1 | 2 | 3, geometry: readonly number[], [key, value]: [string, string]) {
  const feature = [
    ...field(2, [0, 0]),
    ...numberField(3, type),
    ...field(
      4,
      geometry.flatMap((one) => varint(one)),
    ),
  ]
  const named = [...field(1, text(name)), ...field(2, feature), ...field(3, text(key))]
  return field(3, [
    ...named,
    ...field(4, field(1, text(value))),
    ...numberField(5, 4096),
    ...numberField(15, 2),
  ])
}

const [moveTo, lineTo, closePath] = [9, (count: number) => 8 * count + 2, 15]
const across = (x: number, y: number) => [zigzag(x), zigzag(y)]

/** Vector tile 2.1 in the Protomaps schema: water in the upper half, and land with a road in the lower. */
export const vectorTile = Buffer.from([
  ...layer(
    'water',
    3,
    [
      moveTo,
      ...across(0, 0),
      lineTo(3),
      ...across(4096, 0),
      ...across(0, 2048),
      ...across(-4096, 0),
      closePath,
    ],
    ['kind', 'ocean'],
  ),
  ...layer('roads', 2, [moveTo, ...across(0, 3072), lineTo(1), ...across(4096, 0)], ['kind', 'highway']),
])

/** A PNG of 256 × 256 pixels in one colour. */
export function rasterTile(colour: readonly [number, number, number]): Buffer {
  const side = 256
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    check.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, check])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  // Eight bits for each of red, green and blue.
  header.set([8, 2], 8)
  const row = [0, ...Array.from({ length: side }, () => colour).flat()]
  const rows = deflateSync(Buffer.from(Array.from({ length: side }, () => row).flat()))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A PMTiles version 3 archive in which all tiles up to a zoom have the same content. */
export function archiveOf(tile: Buffer, maxZoom: number): Buffer {
  const tiles = (4 ** (maxZoom + 1) - 1) / 3
  // One entry: first tile id, run length over all tiles, tile length, and offset plus one.
  const directory = Buffer.from([1, 0, tiles, tile.length, 1].flatMap((one) => varint(one)))
  const metadata = Buffer.from('{"vector_layers":[]}')
  const header = Buffer.alloc(127)
  header.write('PMTiles', 0, 'latin1')
  header[7] = 3
  const sections = [directory, metadata, Buffer.alloc(0), tile]
  let offset = header.length
  for (const [index, section] of sections.entries()) {
    header.writeBigUInt64LE(BigInt(offset), 8 + 16 * index)
    header.writeBigUInt64LE(BigInt(section.length), 16 + 16 * index)
    offset += section.length
  }
  // Numbers of addressed tiles, entries and distinct contents.
  for (const [index, count] of [tiles, 1, 1].entries()) header.writeBigUInt64LE(BigInt(count), 72 + 8 * index)
  // Clustered, no compression, vector tiles, from zoom 0.
  header.set([1, 1, 1, 1, 0, maxZoom], 96)
  for (const [index, degrees] of [-180, -85, 180, 85].entries())
    header.writeInt32LE(degrees * 10_000_000, 102 + 4 * index)
  return Buffer.concat([header, ...sections])
}
