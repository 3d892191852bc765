import { useState } from 'react'
import { useSaving } from '#web/accounts/use-saving.ts'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'

type Page<Item> = { items: readonly Item[]; nextCursor: string | null }

/**
 * A list of the desk that grows page by page. `read` gets the cursor at which the last page ended. The list begins again
 * with each new `first`, which a loader reads for another order or after a change, and the elements around the rows keep
 * the focus.
 */
export function usePages<Item>(first: Page<Item>, read: (cursor: string) => Promise<Page<Item>>) {
  const [known, setKnown] = useState({ first, page: first })
  const { items, nextCursor } = known.first === first ? known.page : first
  const setPage = (page: Page<Item>) => setKnown({ first, page })
  const { pending, errors, attempt, run } = useSaving()
  const more = () =>
    run(async () => {
      const next = await read(nextCursor ?? '')
      setPage({ items: [...items, ...next.items], nextCursor: next.nextCursor })
    })
  return {
    items,
    setItems: (changed: readonly Item[]) => setPage({ items: changed, nextCursor }),
    foot: { shown: items.length, done: nextCursor === null, pending, errors, attempt, more },
  }
}

type MoreProps = ReturnType<typeof usePages>['foot'] & {
  /** The word for one of them, and for several. */
  nouns: readonly [one: string, many: string]
}

/** The end of such a list: how many are shown, and the button for more. */
export const More = ({ nouns: [one, many], shown, done, pending, errors, attempt, more }: MoreProps) => (
  <>
    <ErrorSummary errors={errors} attempt={attempt} />
    <ShowMore
      shown={shown}
      noun={shown === 1 ? one : many}
      done={done}
      pending={pending}
      onMore={() => void more()}
    />
  </>
)
