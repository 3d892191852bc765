import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { importKinds } from '#contract/staff/codes.ts'
import { Id } from '#contract/values.ts'
import type { Import } from '#contract/staff/imports.ts'
import {
  checkImport,
  importReport,
  inviteImported,
  readImport,
  runBatch,
  runImport,
  undoImport,
} from '#server/imports/commands.ts'
import { type Command, requireFile, wrongWord } from './operator-command.ts'

const summaryOf = ({ counts }: Import): string =>
  `${counts.create} new, ${counts.change} changed, ${counts.same} unchanged, ${counts.refused} refused`

function readId(text: string): string {
  const id = Id.safeParse(text)
  if (id.success) return id.data
  throw wrongWord('<import>', 'Use the id that the import has printed', text)
}

/** Commands for data from elsewhere; the desk has the same at /admin/import. */
export const importCommands: Record<string, Command> = {
  import: {
    usage: '<kind> <file> [--dry-run]',
    does: `Import a CSV file (${importKinds.join(', ')}); --dry-run only prints what would happen`,
    options: { 'dry-run': { type: 'boolean' } },
    queues: true,
    async run({ deps, args, options, printProgress }) {
      const kind = importKinds.find((one) => one === args[0])
      if (!kind) throw wrongWord('<kind>', `Use one of ${importKinds.join(', ')}`, args[0]!)
      const file = args[1]!
      requireFile(file)
      const bytes = await readFile(file)
      const checked = await checkImport(deps, { kind, fileName: basename(file), bytes, accountId: null })
      if (options['dry-run'])
        return `${await importReport(deps, checked.id)}\nNothing was imported. It would be: ${summaryOf(checked)}.`
      await runImport(deps, checked.id)
      while (await runBatch(deps, checked.id))
        printProgress(`${(await readImport(deps, checked.id)).done} rows`)
      const done = await readImport(deps, checked.id)
      return `${await importReport(deps, checked.id)}\nImport ${done.id}: ${summaryOf(done)}. Nobody was told yet.`
    },
  },
  'import-invite': {
    usage: '<import>',
    does: 'Invite by mail everybody whose profile waits in this import',
    queues: true,
    async run({ deps, args }) {
      const { rows } = await inviteImported(deps, readId(args[0]!))
      return `The server invites them now (${rows} rows at most).`
    },
  },
  'import-undo': {
    usage: '<import>',
    does: 'Take an import back, as long as nobody has accepted anything of it',
    async run({ deps, args }) {
      const { fileName } = await undoImport(deps, readId(args[0]!))
      return `The import of ${fileName} is taken back.`
    },
  },
}
