import { useEffect, useState } from 'react'
import { savedFormPrefix } from '#web/persisted.ts'

const read = <T>(key: string): T | null => {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each name is written only by the form that reads it
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as T | null
  } catch {
    return null
  }
}

/** Form state that survives a reload or a new sign-in in the same tab, until it is cleared. */
export function useFormDraft<T>(name: string, initial: () => T) {
  const key = `${savedFormPrefix}${name}`
  const [value, setValue] = useState<T>(() => read<T>(key) ?? initial())
  const [changed, setChanged] = useState(() => read<T>(key) !== null)

  useEffect(() => {
    if (changed) sessionStorage.setItem(key, JSON.stringify(value))
  }, [changed, key, value])

  const change = (next: T | ((before: T) => T)) => {
    setChanged(true)
    setValue(next)
  }
  const clear = (next?: T) => {
    sessionStorage.removeItem(key)
    setChanged(false)
    if (next !== undefined) setValue(next)
  }
  return { value, change, changed, clear }
}
