import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { chooseEncoding, encode, type Encoding, encodings } from '#server/pages/encoding.ts'

test.each<[header: string | undefined, encoding: Encoding | undefined]>([
  [undefined, undefined],
  ['', undefined],
  ['identity', undefined],
  ['gzip, deflate, br, zstd', 'zstd'],
  ['gzip, deflate, br', 'br'],
  ['GZIP', 'gzip'],
  ['zstd;q=0, br;q=0.5', 'br'],
  ['zstd; q=0.0, gzip', 'gzip'],
  ['*', 'zstd'],
  ['*;q=0', undefined],
  ['br;q=0, *', 'zstd'],
  ['nonsense;;;q=x', undefined],
])('the Accept-Encoding header %j selects %s', (header, encoding) => {
  expect(chooseEncoding(header)).toBe(encoding)
})

test('every encoding compresses the bytes to under a tenth and decodes to the original', () => {
  const bytes = Buffer.from('Sam sits for Rex. '.repeat(200))
  const decoders = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync }
  for (const encoding of encodings) {
    const sent = encode(encoding, bytes)
    expect(sent.length).toBeLessThan(bytes.length / 10)
    expect(decoders[encoding](sent)).toEqual(bytes)
  }
})
