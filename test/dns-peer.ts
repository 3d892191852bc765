import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import { type ReadTxt, txtReader } from '#server/kernel/outside/dns.ts'

const headerBytes = 12

/** Reads the name in the question, and where the question ends. */
function questionOf(query: Buffer): { name: string; end: number } {
  const labels: string[] = []
  let at = headerBytes
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5 }
}

/** A TXT record (RFC 1035), in parts of at most 255 bytes. */
function recordOf(text: string): Buffer {
  const parts = text.match(/.{1,255}/gs) ?? ['']
  const data = Buffer.concat(parts.map((part) => Buffer.from([part.length, ...Buffer.from(part, 'latin1')])))
  const head = Buffer.from([0xc0, headerBytes, 0, 16, 0, 1, 0, 0, 0, 60, 0, 0])
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}

/** A name server over UDP that knows these TXT records, until the end of the test. */
export async function startDns(records: Record<string, string[]>): Promise<ReadTxt> {
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    const { name, end } = questionOf(query)
    const found = records[name] ?? []
    const header = Buffer.from(query.subarray(0, headerBytes))
    // A response without an error, or that there is no such name.
    header.writeUInt16BE(found.length > 0 ? 0x8180 : 0x8183, 2)
    header.writeUInt16BE(found.length, 6)
    header.writeUInt32BE(0, 8)
    socket.send(
      Buffer.concat([header, query.subarray(headerBytes, end), ...found.map(recordOf)]),
      port,
      address,
    )
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  onTestFinished(() => void socket.close())
  return txtReader([`127.0.0.1:${socket.address().port}`])
}
