import { readFile } from 'node:fs/promises'
import { entriesOf } from '#contract/entries.ts'

const root = new URL('../..', import.meta.url).pathname

/** What the recipe names, in place of which the proof has its own. */
const printed = {
  archive: '/mnt/backups/postgresql',
  data: '/var/lib/postgresql/18/main',
  moment: '2026-11-27 14:05:00+00',
} as const

type Own = Record<keyof typeof printed, string>

/** Commands and settings of the recipe; `copy` runs the file with the lines of `base`. */
export type Step =
  | 'prepare'
  | 'archiveSettings'
  | 'base'
  | 'copy'
  | 'check'
  | 'restore'
  | 'restoreSettings'
  | 'isRestoring'

/**
 * Reads the recipe "Without other tools" out of OPERATING.md. Its blocks are used in the order in which they are
 * printed, with other folders and another moment.
 */
export async function readRecipe(): Promise<(step: Step, own: Own) => string> {
  const text = await readFile(`${root}OPERATING.md`, 'utf8')
  const section = text.slice(text.indexOf('**Without other tools**'), text.indexOf('With either, photos'))
  const blocks = [...section.matchAll(/^( *)```\n(.*?)^ *```$/gms)].map(([, indent = '', lines = '']) =>
    lines.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  )
  if (blocks.length !== 6) throw new Error(`The recipe in OPERATING.md has ${blocks.length} blocks, not 6`)
  const [prepare, archiveSettings, base, check, restore, restoreSettings] = blocks
  const inline = (pattern: RegExp): string => {
    const [, found] = pattern.exec(section) ?? []
    if (!found) throw new Error(`The recipe in OPERATING.md has no ${pattern.source}`)
    return found
  }
  const asPrinted: Record<Step, string> = {
    prepare: prepare!,
    archiveSettings: archiveSettings!,
    base: base!,
    copy: inline(/`(psql [^`]+)`/),
    check: check!,
    restore: restore!,
    restoreSettings: restoreSettings!,
    isRestoring: inline(/`(select pg_is_in_recovery[^`]+)`/),
  }
  return (step, own) =>
    entriesOf(printed).reduce((lines, [name, value]) => lines.replaceAll(value, own[name]), asPrinted[step])
}
