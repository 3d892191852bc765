import type { ReactNode } from 'react'
import { Form } from 'react-router'
import type { Days } from '#web/admin/parts/filter.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { DatePicker } from '#web/ui/dates/date-picker.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'

type DeskSearchProps = {
  /** What is searched. */
  label: string
  /** The filter in force; the fields begin again with another one. */
  filter: Readonly<Record<string, string | undefined>>
  /** What of the filter has no field and stays as it is. */
  kept: readonly string[]
  /** The columns of the form on wide screens. */
  className: string
  /** The fields. */
  children: ReactNode
}

/** The search above a list of the desk, which puts what is entered into the address of the page. */
export const DeskSearch = ({ label, filter, kept, className, children }: DeskSearchProps) => (
  <Form
    key={JSON.stringify(filter)}
    role="search"
    aria-label={label}
    className={cx('grid items-end gap-3', className)}
  >
    {kept.map((name) => filter[name] && <input key={name} type="hidden" name={name} value={filter[name]} />)}
    {children}
    <Button type="submit" kind="primary">
      Search
    </Button>
  </Form>
)

export const BookingField = ({ number = '' }: { number: string | undefined }) => (
  <TextField name="booking" label="Number of a booking" type="search" defaultValue={number} maxLength={40} />
)

export const DayFields = ({ from, to }: Days) => (
  <>
    <DatePicker name="from" label="From" defaultValue={from ?? null} />
    <DatePicker name="to" label="Until" defaultValue={to ?? null} />
  </>
)

type ChoiceProps<Word extends string> = {
  name: string
  label: string
  chosen: Word | undefined
  words: readonly Word[]
  nameOf: (word: Word) => string
}

/** A choice of one of these words, or of all. */
export const Choice = <Word extends string>({ name, label, chosen, words, nameOf }: ChoiceProps<Word>) => (
  <Select
    name={name}
    label={label}
    defaultValue={chosen ?? ''}
    options={[{ value: '', label: 'All' }, ...words.map((value) => ({ value, label: nameOf(value) }))]}
  />
)
