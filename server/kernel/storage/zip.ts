import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

export type Zip = {
  /** The bytes of the archive; they must be read while files are added. */
  output: Readable
  /** Resolves when the file is written; add the next one only after that. */
  add: (name: string, content: Readable | Iterable<string> | AsyncIterable<string>) => Promise<void>
  end: () => void
  /** Ends the output with this error. */
  fail: (error: Error) => void
}

const compressedExtensions = /\.(webp|pdf|png|jpe?g)$/

/**
 * Creates an archive as a stream, so that it may be larger than memory. Files in compressed formats are stored without
 * compression.
 */
export function openZip(at: Date): Zip {
  const zip = new ZipFile()
  const output = zip.outputStream
  if (!(output instanceof Readable)) throw new Error('yazl gives no readable stream of Node')
  const names = new Set<string>()
  let current: Readable | undefined
  zip.on('error', (error: Error) => output.destroy(error))
  // The reader is gone, so a pending file would otherwise never finish.
  output.once('close', () => current?.destroy())
  return {
    output,
    async add(name, content) {
      if (names.has(name)) throw new Error(`"${name}" is in the archive already`)
      names.add(name)
      const stream = content instanceof Readable ? content : Readable.from(content, { objectMode: false })
      if (output.destroyed) {
        stream.destroy()
        throw output.errored ?? new Error('The archive is no longer being read')
      }
      current = stream
      const read = finished(stream, { writable: false })
      zip.addReadStream(stream, name, {
        mtime: at,
        mode: 0o100600,
        compress: !compressedExtensions.test(name),
      })
      await read
      current = undefined
    },
    end: () => zip.end(),
    fail: (error) => void output.destroy(error),
  }
}
