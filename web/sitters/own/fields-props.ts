import type { Defaults, SitterForm } from '#web/sitters/own/sitter-form.ts'

/** Props of each group of sitter fields. */
export type SitterFields = {
  form: SitterForm
  change: (part: Partial<SitterForm>) => void
  errorFor: (name: string) => string | undefined
  defaults: Defaults
}

/** Adds an item to a list or removes it. */
export const toggled = <T>(list: readonly T[], item: T, selected: boolean): T[] =>
  selected ? [...list, item] : list.filter((one) => one !== item)
