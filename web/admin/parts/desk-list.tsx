import { type DeskTableProps, DeskTable } from '#web/admin/parts/desk-table.tsx'
import { More, type usePages } from '#web/admin/parts/pages.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

type DeskListProps<Row> = Omit<DeskTableProps<Row>, 'rows'> & {
  pages: Pick<ReturnType<typeof usePages<Row>>, 'items' | 'foot'>
  /** The word for one of them, and for several. */
  nouns: readonly [one: string, many: string]
  /** What is shown instead of a table without rows. */
  empty: { title: string; words: string }
}

/** A list of the desk as a table that grows page by page. */
export function DeskList<Row>({ pages: { items, foot }, nouns, empty, ...table }: DeskListProps<Row>) {
  if (items.length === 0)
    return (
      <Card>
        <EmptyState title={empty.title}>{empty.words}</EmptyState>
      </Card>
    )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <DeskTable rows={items} {...table} />
      <More {...foot} nouns={nouns} />
    </div>
  )
}
