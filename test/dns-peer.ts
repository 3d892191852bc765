import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import { type Dns, openDns } from '#server/kernel/outside/dns.ts'

const headerBytes = 12

/** Types of records by their numbers (RFC 1035, RFC 3596). */
const types = [
  [1, 'A'],
  [15, 'MX'],
  [16, 'TXT'],
  [28, 'AAAA'],
] as const
type Type = 'A' | 'MX' | 'TXT' | 'AAAA'
/** A list is of TXT records. */
export type Records = Record<string, string[] | Partial<Record<Type, string[]>>>

/** Reads the name and the type in the question, and where the question ends. */
function questionOf(query: Buffer): { name: string; number: number; end: number } {
  const labels: string[] = []
  let at = headerBytes
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  return { name: labels.join('.').toLowerCase(), number: query.readUInt16BE(at + 1), end: at + 5 }
}

const lengthAndText = (text: string) =>
  Buffer.concat([Buffer.from([text.length]), Buffer.from(text, 'latin1')])

/** The eight groups of an address like 2001:db8::1. */
function groupsOf(address: string): number[] {
  const [before = [], after = []] = address.split('::').map((half) => half.split(':').filter(Boolean))
  const zeros = Array<string>(8 - before.length - after.length).fill('0')
  return [...before, ...zeros, ...after].map((group) => Number.parseInt(group, 16))
}

const dataOf: Record<Type, (value: string) => Buffer> = {
  A: (address) => Buffer.from(address.split('.').map(Number)),
  AAAA: (address) => Buffer.from(groupsOf(address).flatMap((group) => [group >> 8, group & 255])),
  MX: (name) =>
    Buffer.concat([Buffer.from([0, 10]), ...name.split('.').map(lengthAndText), Buffer.from([0])]),
  // In parts of at most 255 bytes.
  TXT: (text) => Buffer.concat((text.match(/.{1,255}/gs) ?? ['']).map(lengthAndText)),
}

function recordOf(number: number, type: Type, value: string): Buffer {
  const data = dataOf[type](value)
  const head = Buffer.from([0xc0, headerBytes, 0, number, 0, 1, 0, 0, 0, 60, 0, 0])
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}

/** A name server over UDP that knows these records, until the end of the test. */
export async function startDns(records: Records): Promise<Dns> {
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    const { name, number, end } = questionOf(query)
    const known = records[name]
    const byType = Array.isArray(known) ? { TXT: known } : (known ?? {})
    const type = types.find(([one]) => one === number)?.[1]
    const found = (type ? (byType[type] ?? []) : []).map((value) => recordOf(number, type!, value))
    const header = Buffer.from(query.subarray(0, headerBytes))
    // A response without an error, or that there is no such name.
    header.writeUInt16BE(known ? 0x8180 : 0x8183, 2)
    header.writeUInt16BE(found.length, 6)
    header.writeUInt32BE(0, 8)
    socket.send(Buffer.concat([header, query.subarray(headerBytes, end), ...found]), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  onTestFinished(() => void socket.close())
  return openDns([`127.0.0.1:${socket.address().port}`])
}
