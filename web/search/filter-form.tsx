import { type FormEvent, Fragment, type ReactNode, type Ref, useEffect, useRef, useState } from 'react'
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

/** From here on results are beside or below the filters, and follow each change at once. */
const wide = '(min-width: 1024px)'
const pauseMs = 300

type Fields = { key: number; seen: string; own: readonly string[] }

/**
 * Returns a key that changes when another part of the page has changed the search, so that the fields show it. After
 * their own change the fields stay, and with them the focus.
 */
function useFieldsKey(query: string) {
  const [{ key, seen, own }, setFields] = useState<Fields>({ key: 0, seen: query, own: [] })
  if (query !== seen) {
    const sent = own.indexOf(query)
    setFields({ key: sent < 0 ? key + 1 : key, seen: query, own: sent < 0 ? [] : own.slice(sent) })
  }
  const noteSent = (sent: string) => setFields((fields) => ({ ...fields, own: [...fields.own, sent] }))
  return { key, noteSent }
}

/**
 * Part of the search as its own GET form: it works without JavaScript, and with it the URL stays canonical. On wide
 * screens each change is submitted after a moment.
 */
export function FilterForm({ search, decides, onSent, onChange, children, ...form }: FilterFormProps) {
  const navigate = useNavigate()
  const shown = paths.sitters(searchQuery({ ...search, shown: 0 }))
  const { key, noteSent } = useFieldsKey(shown)
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(waiting.current), [])
  const show = (sent: HTMLFormElement) => {
    clearTimeout(waiting.current)
    const wanted = paths.sitters(searchQuery(searchOfForm(sent)))
    if (wanted === shown) return
    noteSent(wanted)
    void navigate(wanted, { preventScrollReset: true })
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSent?.(event.currentTarget)
    show(event.currentTarget)
  }
  const change = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    onChange?.()
    clearTimeout(waiting.current)
    if (matchMedia(wide).matches) waiting.current = setTimeout(() => show(currentTarget), pauseMs)
  }
  const otherParams = Object.entries(searchQuery({ ...search, shown: 0 })).filter(
    ([name]) => !decides.includes(name),
  )
  return (
    <Form {...form} action={paths.sitters()} method="get" onSubmit={submit} onChange={change}>
      {otherParams.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Fragment key={key}>{children}</Fragment>
    </Form>
  )
}
