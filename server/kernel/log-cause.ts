import { codeOf, messageOf } from '#server/kernel/error-facts.ts'
import { withoutValues } from '#server/kernel/private-text.ts'

const intervalMs = 60_000
/** Further causes are counted together, so that texts that differ each time cannot fill the memory. */
const maxCauses = 200

type Line = (facts: object, message: string) => void
type Writer = { warn: Line; error: Line }
type Facts = { err?: unknown } & Record<string, unknown>
type Repeats = { times: number; facts: Facts }

const causesOf = new WeakMap<Writer, Map<string, Repeats>>()

const keyOf = ({ err, ...facts }: Facts, message: string): string => {
  const texts = Object.values(facts).filter((fact) => typeof fact === 'string')
  return [message, codeOf(err), err === undefined ? '' : withoutValues(messageOf(err)), ...texts].join('\n')
}

/**
 * Logs what may happen hundreds of times for one reason: at once when it happens first, and then once a minute with
 * `times`, how often it has happened since. Facts that are texts tell causes apart and must have few values; numbers do
 * not. `log` must be the log of the process and not that of a request, because causes are told apart for each.
 */
export function logCause(log: Writer, level: 'warn' | 'error', facts: Facts, message: string): void {
  const causes = causesOf.get(log) ?? new Map<string, Repeats>()
  causesOf.set(log, causes)
  const own = keyOf(facts, message)
  const key = causes.has(own) || causes.size < maxCauses ? own : ''
  const repeats = causes.get(key)
  if (repeats) {
    repeats.times++
    repeats.facts = facts
    return
  }
  log[level](facts, message)
  causes.set(key, { times: 0, facts })
  const timer = setInterval(() => {
    const { times, facts: last } = causes.get(key)!
    causes.set(key, { times: 0, facts: last })
    if (times > 0) return log[level]({ ...last, times }, message)
    causes.delete(key)
    clearInterval(timer)
  }, intervalMs)
  timer.unref()
}
