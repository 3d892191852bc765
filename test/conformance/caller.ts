import type { Caller } from '#server/identity/deps.ts'
import { seconds } from '#server/identity/tokens/id-token.ts'

/** The caller of the entry's own calls. */
export const caller: Caller = {
  ip: '127.0.0.1',
  net: '127.0.0.1',
  isLocal: true,
  userAgent: '',
  device: null,
  bindTo: null,
}

export const wholeSecond = (at: Date) => new Date(seconds(at) * 1000)
