import type { FormEvent, ReactNode, Ref } from 'react'
import { Form, useNavigate } from 'react-router'
import { paths } from '#web/paths.ts'
import { parseSearch, searchQuery, type SearchState } from '#web/search/search-state.ts'

type FilterFormProps = {
  search: SearchState
  /** Parameters set by the fields inside; the rest of the search is submitted as hidden inputs. */
  decides: readonly string[]
  onSent?: ((form: HTMLFormElement) => void) | undefined
  onChange?: (() => void) | undefined
  className?: string | undefined
  id?: string
  ref?: Ref<HTMLFormElement>
  children: ReactNode
}

/** Returns the form's text values, without files. */
export const paramsOfForm = (form: HTMLFormElement): URLSearchParams =>
  new URLSearchParams(
    [...new FormData(form)].flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])),
  )

export const searchOfForm = (form: HTMLFormElement): SearchState => parseSearch(paramsOfForm(form))

/** Part of the search as its own GET form: it works without JavaScript, and with it the URL stays canonical. */
export function FilterForm({ search, decides, onSent, children, ...form }: FilterFormProps) {
  const navigate = useNavigate()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSent?.(event.currentTarget)
    void navigate(paths.sitters(searchQuery(searchOfForm(event.currentTarget))), { preventScrollReset: true })
  }
  const otherParams = Object.entries(searchQuery({ ...search, shown: 0 })).filter(
    ([name]) => !decides.includes(name),
  )
  return (
    <Form {...form} action={paths.sitters()} method="get" onSubmit={submit}>
      {otherParams.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </Form>
  )
}
