/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- Safari drops a table's own roles when `display` changes */
import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

export type Column<Row> = {
  id: string
  header: string
  /** What the head shows instead of its text, such as a link that sorts. */
  headerCell?: ReactNode
  /** How the rows are sorted by this column. */
  sorted?: 'ascending' | 'descending' | undefined
  renderCell: (row: Row) => ReactNode
  /** Use `end` for numbers. */
  align?: 'start' | 'end'
  /** The cell that names the row; it becomes the card's heading on phones. */
  rowHeader?: boolean
}

type DataTableProps<Row> = {
  caption: string
  captionHidden?: boolean
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  className?: string | undefined
}

/**
 * A table that becomes a list of cards on phones. Its roles are explicit so that they survive the change of `display`.
 */
export function DataTable<Row>({
  caption,
  captionHidden = false,
  columns,
  rows,
  rowKey,
  className,
}: DataTableProps<Row>) {
  return (
    <table role="table" className={cx('w-full text-left max-sm:block', className)}>
      <caption className={captionHidden ? 'sr-only' : 'pb-3 text-left font-semibold max-sm:block'}>
        {caption}
      </caption>
      <thead role="rowgroup" className="max-sm:sr-only">
        <tr role="row" className="border-b">
          {columns.map(({ id, header, headerCell, sorted, align }) => (
            <th
              key={id}
              role="columnheader"
              scope="col"
              aria-sort={sorted}
              className={cx(
                'py-2.5 pr-4 text-xs font-semibold text-ink-2 last:pr-0',
                align === 'end' && 'text-right',
              )}
            >
              {headerCell ?? header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-sm:grid max-sm:gap-3">
        {rows.map((row) => (
          <tr
            key={rowKey(row)}
            role="row"
            className="border-b max-sm:grid max-sm:grid-cols-[minmax(0,1fr)] max-sm:gap-2 max-sm:rounded-card max-sm:border max-sm:border-line max-sm:bg-card max-sm:p-4"
          >
            {columns.map((column) => (
              <Cell key={column.id} column={column}>
                {column.renderCell(row)}
              </Cell>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Cell({
  column: { header, align, rowHeader },
  children,
}: {
  column: Pick<Column<unknown>, 'header' | 'align' | 'rowHeader'>
  children: ReactNode
}) {
  const Tag = rowHeader ? 'th' : 'td'
  return (
    <Tag
      role={rowHeader ? 'rowheader' : 'cell'}
      {...(rowHeader && { scope: 'row' })}
      className={cx(
        'py-3 pr-4 align-baseline last:pr-0 max-sm:p-0',
        rowHeader ? 'font-semibold' : 'max-sm:flex max-sm:justify-between max-sm:gap-4 max-sm:text-right',
        align === 'end' && 'figures text-right',
      )}
    >
      {!rowHeader && (
        <span aria-hidden className="shrink-0 text-sm text-ink-2 sm:hidden">
          {header}
        </span>
      )}
      <span className="min-w-0">{children}</span>
    </Tag>
  )
}
