import { z } from 'zod'
import { createLog } from '#server/kernel/log.ts'

const Line = z.looseObject({ msg: z.string() })

/** A log of the server that keeps its lines. */
export function recordLog(level = 'info') {
  const texts: string[] = []
  const log = createLog(level, { write: (text: string) => void texts.push(text.trimEnd()) })
  return {
    log,
    texts,
    /** The lines with this message, parsed. */
    lines: (message: string) =>
      texts.map((text) => Line.parse(JSON.parse(text))).filter(({ msg }) => msg === message),
  }
}
