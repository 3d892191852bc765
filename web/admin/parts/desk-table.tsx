import type { ReactNode } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { persisted } from '#web/persisted.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { Icon } from '#web/ui/icon.tsx'

export type DeskColumn<Row> = Column<Row> & {
  /**
   * The word of the query `sort` with which a first press on the head sorts; "-" before it is the descending order.
   * Absent if the list cannot be sorted by this column.
   */
  sort?: string
}

/** The columns that this browser hides, by table. */
const hiddenColumns = persisted<Record<string, readonly string[]>>('sitwell.desk', {}, 'local')

export type DeskTableProps<Row> = {
  /** Under which name the browser keeps the hidden columns. */
  id: string
  columns: readonly DeskColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Buttons beside the choice of the columns, such as a download. */
  tools?: ReactNode
  /** The order of the rows, which is in the address of the page. */
  sort: string
}

const orders: Partial<Record<string, string>> = {
  '-createdAt': 'Newest first',
  createdAt: 'Oldest first',
  '-at': 'Newest first',
  at: 'Oldest first',
  '-number': 'Newest first',
  decideBy: 'Earliest deadline first',
  '-resolvedAt': 'Newest decision first',
  '-decidedAt': 'Newest decision first',
}

/** "Newest first", or "By name, ascending". */
function captionOf(columns: readonly DeskColumn<never>[], sort: string): string {
  const order = orders[sort]
  if (order) return order
  const column = columns.find(({ sort: word }) => word !== undefined && keyOf(word) === keyOf(sort))
  return `By ${column?.header.toLowerCase()}, ${isDescending(sort) ? 'descending' : 'ascending'}`
}

/** A table of the desk, whose columns can be hidden and sorted by. */
export function DeskTable<Row>({ id, columns, rows, rowKey, tools, sort }: DeskTableProps<Row>) {
  const hidden = hiddenColumns((state) => state[id]) ?? []
  const shown = columns.filter((column) => !hidden.includes(column.id))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-start gap-3">
        <ColumnChoice {...{ id, columns, hidden }} />
        {tools}
        <SortChoice columns={columns} sort={sort} />
      </div>
      <DataTable
        caption={captionOf(columns, sort)}
        rows={rows}
        rowKey={rowKey}
        columns={shown.map((column) =>
          column.sort !== undefined
            ? {
                ...column,
                headerCell: <SortLink header={column.header} word={column.sort} sort={sort} />,
                sorted: directionOf(column.sort, sort),
              }
            : column,
        )}
      />
    </div>
  )
}

type ColumnChoiceProps = {
  id: string
  columns: readonly DeskColumn<never>[]
  hidden: readonly string[]
}

/** The column that names the row is always shown. */
const ColumnChoice = ({ id, columns, hidden }: ColumnChoiceProps) => (
  <details className="open:basis-full">
    <summary className={buttonStyle({ className: 'w-fit cursor-pointer list-none' })}>Columns</summary>
    <fieldset className="mt-3 flex flex-wrap gap-x-6 gap-y-3">
      <legend className="sr-only">Columns of the table</legend>
      {columns
        .filter(({ rowHeader }) => !rowHeader)
        .map((column) => (
          <Checkbox
            key={column.id}
            label={column.header}
            checked={!hidden.includes(column.id)}
            onChange={(event) =>
              hiddenColumns.setState({
                [id]: event.target.checked
                  ? hidden.filter((one) => one !== column.id)
                  : [...hidden, column.id],
              })
            }
          />
        ))}
    </fieldset>
  </details>
)

const isDescending = (word: string): boolean => word.startsWith('-')
const keyOf = (word: string): string => word.replace(/^-/, '')
const opposite = (word: string): string => (isDescending(word) ? keyOf(word) : `-${word}`)

function directionOf(word: string, sort: string): 'ascending' | 'descending' | undefined {
  if (keyOf(word) !== keyOf(sort)) return undefined
  return isDescending(sort) ? 'descending' : 'ascending'
}

/** The address of the page with another order. */
function useSorted() {
  const [address] = useSearchParams()
  return (sort: string) => {
    const query = new URLSearchParams(address)
    query.set('sort', sort)
    return `?${query}`
  }
}

/** The head of a column: sorts by it, or the other way round if that is the order already. */
function SortLink({ header, word, sort }: { header: string; word: string; sort: string }) {
  const sorted = useSorted()
  const direction = directionOf(word, sort)
  return (
    <>
      <Link
        to={sorted(direction ? opposite(sort) : word)}
        preventScrollReset
        className="inline-flex min-h-8 items-center gap-1 underline-offset-4 hover:underline max-sm:hidden"
      >
        {header}
        <Icon
          name={direction ? 'chevron-down' : 'arrow-up-down'}
          size={14}
          className={cx(direction === 'ascending' && 'rotate-180')}
        />
      </Link>
      <span className="sm:hidden">{header}</span>
    </>
  )
}

/** The orders on phones, where the table has no visible head. */
function SortChoice({ columns, sort }: { columns: readonly DeskColumn<never>[]; sort: string }) {
  const sorted = useSorted()
  const navigate = useNavigate()
  return (
    <Select
      label="Sorted by"
      className="basis-full sm:hidden"
      value={sort}
      onChange={(event) => void navigate(sorted(event.target.value), { preventScrollReset: true })}
      options={columns.flatMap(({ header, sort: word }) =>
        word === undefined
          ? []
          : [word, opposite(word)].map((value) => ({
              value,
              label: `${header}, ${isDescending(value) ? 'descending' : 'ascending'}`,
            })),
      )}
    />
  )
}
