import { crc32, inflateRawSync } from 'node:zlib'
import { z } from 'zod'

/** Reads the files of an archive by its central directory and verifies their checksums. */
export function readZip(archive: Buffer): Map<string, Buffer> {
  const end = archive.lastIndexOf(Buffer.from('PK\u0005\u0006'))
  if (end < 0) throw new Error('This is no ZIP file')
  const count = archive.readUInt16LE(end + 10)
  let at = archive.readUInt32LE(end + 16)
  const files = new Map<string, Buffer>()
  for (let index = 0; index < count; index++) {
    if (archive.toString('latin1', at, at + 4) !== 'PK\u0001\u0002') throw new Error('The list is broken')
    const [method, sum, packed] = [
      archive.readUInt16LE(at + 10),
      archive.readUInt32LE(at + 16),
      archive.readUInt32LE(at + 20),
    ]
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => archive.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ]
    const header = archive.readUInt32LE(at + 42)
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength)
    const from = header + 30 + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28)
    const bytes = archive.subarray(from, from + packed)
    const content = method === 0 ? bytes : inflateRawSync(bytes)
    if (crc32(content) !== sum) throw new Error(`${name} is damaged`)
    files.set(name, content)
    at += 46 + nameLength + extra + comment
  }
  return files
}

const Tables = z.record(z.string(), z.array(z.record(z.string(), z.unknown())))

/** Reads a JSON file of a data export: the rows of each of its tables. */
export const tablesIn = (files: ReadonlyMap<string, Buffer>, name: string): z.infer<typeof Tables> =>
  Tables.parse(JSON.parse(files.get(name)!.toString('utf8')))
