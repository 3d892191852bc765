import type pg from 'pg'
import { documentName, drawingName, pictureName } from '#server/files/address.ts'

/** The stored files of one row: all of `names`, or in their place `instead`, from which they can be made. */
export type FilesOfRow = {
  names: string[]
  instead: string[]
  isNeeded: boolean
  finishedAt: Date | null
}

type Row = {
  hash: string | null
  parts: string[]
  widths: number[]
  type: string
  removed: boolean
  finished_at: Date | null
}

/**
 * Finds the stored files that rows of `file` name; with `since`, of uploads that were not finished before it. The parts of
 * an upload may disappear at any time.
 */
export async function findFilesOfRows(client: pg.Client, since: Date | null = null): Promise<FilesOfRow[]> {
  const { rows } = await client.query<Row>(
    `select hash, parts, widths, type, removed_at is not null as removed, finished_at from file
     where $1::timestamptz is null or finished_at is null or finished_at >= $1 order by created_at, id`,
    [since],
  )
  return rows.map(({ hash, parts, widths, type, removed, finished_at: finishedAt }) => {
    if (!hash) return { names: parts, instead: [], isNeeded: false, finishedAt }
    const isDocument = type === 'application/pdf'
    return {
      names: isDocument ? [documentName(hash)] : widths.map((width) => pictureName(hash, width)),
      instead: isDocument ? [] : [drawingName(hash)],
      isNeeded: !removed,
      finishedAt,
    }
  })
}

const types: Record<string, string> = { webp: 'image/webp', svgz: 'image/svg+xml', pdf: 'application/pdf' }

export const typeOf = (name: string): string =>
  types[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
