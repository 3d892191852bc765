import { randomUUID } from 'node:crypto'

/** Returns a UUIDv7 (RFC 9562), which sorts by time, so that new rows are added at the end of their indexes. */
export function newId(at: Date): string {
  const time = at.getTime().toString(16).padStart(12, '0')
  // All bits after the version are random in both versions, and `randomUUID` draws them for many ids at once.
  const random = randomUUID().slice('xxxxxxxx-xxxx-4'.length)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random}`
}
