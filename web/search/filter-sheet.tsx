import { useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { api } from '#web/api.ts'
import { plural } from '#web/format.ts'
import { paths } from '#web/paths.ts'
import AllFilters from '#web/search/all-filters.tsx'
import { searchOfForm } from '#web/search/filter-form.tsx'
import type { SearchState } from '#web/search/search-state.ts'
import { apiSearch, searchQuery } from '#web/search/search-state.ts'
import { withoutFilters } from '#web/search/search-words.ts'
import { useChoices } from '#web/search/use-choices.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/overlay/sheet.tsx'

type FilterSheetProps = {
  search: SearchState
  currency: string
  units: number | null
  open: boolean
  onClose: () => void
}

const pauseMs = 200

/** All filters; the button shows how many sitters the current choice gives. */
export default function FilterSheet({ search, currency, units, open, onClose }: FilterSheetProps) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const { wanted, count, recount, forget } = useCount()
  const choices = useChoices(open ? (wanted ?? search) : null)
  // Waits a frame, because a moved slider updates the form at the next render.
  const read = () => requestAnimationFrame(() => form.current && recount(searchOfForm(form.current)))
  const close = () => {
    forget()
    onClose()
  }
  return (
    <Sheet
      open={open}
      onClose={close}
      title="All filters"
      footer={
        <>
          <Link
            to={paths.sitters(searchQuery(withoutFilters(search)))}
            onClick={close}
            className={buttonStyle({ kind: 'quiet', className: 'mr-auto' })}
          >
            Clear all
          </Link>
          <button type="submit" form={id} className={buttonStyle({ kind: 'primary', className: 'min-w-44' })}>
            <span aria-live="polite">{count ?? 'Show sitters'}</span>
          </button>
        </>
      }
    >
      <AllFilters
        {...{ search, currency, units, choices, id }}
        isLive
        ref={form}
        onSent={close}
        onChange={read}
      />
    </Sheet>
  )
}

/** Debounces the count after the last change; responses to earlier choices are dropped. */
function useCount() {
  const [wanted, setWanted] = useState<SearchState | null>(null)
  const [count, setCount] = useState<string | null>(null)
  useEffect(() => {
    if (!wanted) return
    const abort = new AbortController()
    const timer = setTimeout(() => {
      api('GET /v1/sitters', { query: { ...apiSearch(wanted), limit: 1 } }, { signal: abort.signal }).then(
        ({ total, totalIsCapped }) =>
          setCount(totalIsCapped ? `Show ${total}+ sitters` : `Show ${plural(total, 'sitter')}`),
        () => !abort.signal.aborted && setCount(null),
      )
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [wanted])
  const forget = () => {
    setWanted(null)
    setCount(null)
  }
  return { wanted, count, recount: setWanted, forget }
}
