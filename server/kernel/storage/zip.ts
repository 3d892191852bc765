import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

export type Zip = {
  /** The bytes of the archive: whoever writes files into it has to read them at the same time. */
  output: Readable
  /** Written when the promise is fulfilled; the next one comes after it. */
  add: (name: string, content: Readable | Iterable<string> | AsyncIterable<string>) => Promise<void>
  end: () => void
  /** Whoever reads the output gets the error. */
  fail: (error: Error) => void
}

const packed = /\.(webp|pdf|png|jpe?g)$/

/** An archive that is made while it is read, so it may be larger than the memory. Files that are packed already are stored as they are. */
export function openZip(at: Date): Zip {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const names = new Set<string>()
  let current: Readable | undefined
  zip.on('error', (error: Error) => output.destroy(error))
  // Nobody reads any more, so whoever waits for a file to be read must not wait for ever.
  output.once('close', () => current?.destroy())
  return {
    output,
    async add(name, content) {
      if (names.has(name)) throw new Error(`"${name}" is in the archive already`)
      names.add(name)
      const stream = content instanceof Readable ? content : Readable.from(content, { objectMode: false })
      if (output.destroyed) {
        stream.destroy()
        throw output.errored ?? new Error('Nobody reads the archive any more')
      }
      current = stream
      const read = finished(stream, { writable: false })
      zip.addReadStream(stream, name, { mtime: at, mode: 0o100600, compress: !packed.test(name) })
      await read
      current = undefined
    },
    end: () => zip.end(),
    fail: (error) => void output.destroy(error),
  }
}
