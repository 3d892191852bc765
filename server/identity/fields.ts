import { IdentityError } from '#server/identity/error.ts'

/** The members of a request body. Names may be in snake_case; unknown ones are ignored. */
export type Fields = {
  /** Undefined if missing or null; an empty string stays empty. */
  text: (name: string, maxLength?: number) => string | undefined
  flag: (name: string) => boolean
  /** True if the value is explicitly false; a missing value does not count. */
  isFalse: (name: string) => boolean
  list: (name: string) => string[]
  /** An object with string values. */
  record: (name: string) => Record<string, string>
}

const maxTextLength = 8_192

export function readFields(body: unknown): Fields {
  if (body !== undefined && body !== null && (typeof body !== 'object' || Array.isArray(body)))
    throw new IdentityError('INVALID_ARGUMENT', 'Send a JSON object.')
  const values = new Map(
    Object.entries(body ?? {}).map(([name, value]) => [camelCase(name), value as unknown]),
  )

  const asText = (name: string, value: unknown, maxLength = maxTextLength): string => {
    const text = typeof value === 'number' && Number.isFinite(value) ? String(value) : value
    if (typeof text !== 'string' || text.length > maxLength)
      throw new IdentityError('INVALID_ARGUMENT', `The value of "${name}" is not valid.`)
    return text
  }
  return {
    text(name, maxLength) {
      const value = values.get(name)
      return value === undefined || value === null ? undefined : asText(name, value, maxLength)
    },
    isFalse: (name) => values.get(name) === false || values.get(name) === 'false',
    flag: (name) => values.get(name) === true || values.get(name) === 'true',
    list(name) {
      const value = values.get(name) ?? []
      if (!Array.isArray(value) || value.length > 20)
        throw new IdentityError('INVALID_ARGUMENT', `The value of "${name}" is not valid.`)
      return value.map((item) => asText(name, item))
    },
    record(name) {
      const value = values.get(name) ?? {}
      const members = typeof value === 'object' && !Array.isArray(value) ? Object.entries(value) : undefined
      if (!members || members.length > 20)
        throw new IdentityError('INVALID_ARGUMENT', `The value of "${name}" is not valid.`)
      return Object.fromEntries(members.map(([key, item]) => [key, asText(name, item, 1_000)]))
    },
  }
}

const camelCase = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
