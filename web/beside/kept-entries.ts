import { lostPressKey } from '#web/layout/build-check.ts'
import { savedFormPrefix } from '#web/persisted.ts'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
/** `nth` counts the fields with the same type and name, and tells them apart. */
type Entry = { type: string; name: string; nth: number; value: string; checked: boolean }
const key = `${savedFormPrefix}reload`
/** Passwords and files are never stored; hidden fields and buttons are not typed. */
const leftOut = new Set(['password', 'file', 'hidden', 'submit', 'button', 'reset', 'image'])

function* fieldsOfPage(): Generator<{ field: Field; type: string; name: string; nth: number }> {
  const seen = new Map<string, number>()
  for (const field of document.querySelectorAll<Field>('input, textarea, select')) {
    const { type } = field
    if (leftOut.has(type)) continue
    const name = field.name || field.id
    const nth = seen.get(`${type} ${name}`) ?? 0
    seen.set(`${type} ${name}`, nth + 1)
    yield { field, type, name, nth }
  }
}

const isChecked = (field: Field) => field instanceof HTMLInputElement && field.checked

/**
 * Stores what the fields hold when the page reloads itself because code could not be loaded (`build-check.ts`), and
 * reloads without the warning of forms with changes, because none are lost. Loaded with what the first interaction
 * needs, because nothing can be loaded once it is wanted. Returns a function that stops this.
 */
export function keepEntriesOnReload(): () => void {
  addEventListener('beforeunload', keepOnReload, true)
  return () => removeEventListener('beforeunload', keepOnReload, true)
}

function keepOnReload(event: BeforeUnloadEvent): void {
  if (sessionStorage.getItem(lostPressKey) !== location.href) return
  keepEntries()
  event.stopImmediatePropagation()
}

function keepEntries(): void {
  const entries: Entry[] = [...fieldsOfPage()].map(({ field, ...rest }) => ({
    ...rest,
    value: field.value,
    checked: isChecked(field),
  }))
  sessionStorage.setItem(key, JSON.stringify({ address: location.href, entries }))
}

const isEntry = (entry: unknown): entry is Entry =>
  typeof entry === 'object' && entry !== null && 'value' in entry && 'nth' in entry

function readKept(): Entry[] {
  const kept: { address?: unknown; entries?: unknown } = JSON.parse(sessionStorage.getItem(key) ?? '{}')
  sessionStorage.removeItem(key)
  return kept.address === location.href && Array.isArray(kept.entries) ? kept.entries.filter(isEntry) : []
}

/** Enters a value as a person does, so that the form notices it, or the early script if React has not attached yet. */
function enter(field: Field, { value, checked }: Entry): void {
  if (field instanceof HTMLInputElement && /checkbox|radio/.test(field.type)) {
    if (checked && !field.checked) field.click()
    if (!checked && field.checked && field.type === 'checkbox') field.click()
    return
  }
  if (field.value === value) return
  // React replaces the property of the element by one that hides changes from it.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}

/** Enters again what was stored before this page was reloaded. A field in which the person already types is left alone. */
export function restoreEntries(): void {
  const kept = readKept()
  if (kept.length === 0) return
  for (const { field, type, name, nth } of fieldsOfPage()) {
    const entry = kept.find((one) => one.type === type && one.name === name && one.nth === nth)
    if (entry && !(field === document.activeElement && field.value !== '')) enter(field, entry)
  }
}
