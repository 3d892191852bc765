import { DataTable } from '#web/ui/data-table.tsx'

export type LiveRow = readonly string[]

/** A table built from the current settings; the first cell is the row header. */
export function LiveTable({
  caption,
  head,
  rows,
}: {
  caption: string
  head: readonly string[]
  rows: readonly LiveRow[]
}) {
  return (
    <DataTable
      caption={caption}
      captionHidden
      className="not-prose text-base"
      columns={head.map((header, index) => ({
        id: header,
        header,
        rowHeader: index === 0,
        renderCell: (row: LiveRow) => row[index] ?? '',
      }))}
      rows={rows}
      rowKey={(row) => row[0] ?? ''}
    />
  )
}
