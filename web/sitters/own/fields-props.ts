import type { Defaults, SitterForm } from '#web/sitters/own/sitter-form.ts'

/** What every group of a sitter's fields works on. */
export type SitterFields = {
  form: SitterForm
  change: (part: Partial<SitterForm>) => void
  errorFor: (name: string) => string | undefined
  defaults: Defaults
}

/** A choice put in or taken out of a list. */
export const toggled = <T>(list: readonly T[], item: T, selected: boolean): T[] =>
  selected ? [...list, item] : list.filter((one) => one !== item)
