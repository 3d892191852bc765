import { keepDemo, removeDemo } from '#database/demo/remove.ts'
import { type Command, UsageError } from './operator-command.ts'

const count = (value: number) => value.toLocaleString('en-GB')

/** Names of these tables' rows in the output; other removed rows are only parts of them. */
const words: Record<string, string> = {
  account: 'people',
  sitter: 'sitter profiles',
  pet: 'pets',
  booking: 'bookings',
  review: 'reviews',
  message: 'messages',
  file: 'photos and documents',
  ledger_transfer: 'money transfers',
  fee_invoice: 'invoices',
  mail: 'mails',
}

export const demoCommands: Record<string, Command> = {
  'remove-demo': {
    usage: '',
    does: 'Remove the people of the demo town with all their data, and report what was removed; stop the server first',
    async run({ deps }) {
      const { counts, others } = await removeDemo(deps)
      if (counts.size === 0) return 'There are no demo people in this database.'
      const named = Object.entries(words).map(([table, what]) => `${count(counts.get(table) ?? 0)} ${what}`)
      const rows = [...counts.values()].reduce((sum, one) => sum + one, 0)
      return [
        `The demo town was removed: ${named.join(', ')}; ${count(rows)} rows in ${counts.size} tables.`,
        ...others.map(
          ({ name, email, bookings }) =>
            `${name} (${email}) is not from the demo town and is kept; removed bookings with its people: ${count(bookings)}.`,
        ),
        'The server deletes the files of their photos and documents within two hours of its next start.',
      ].join('\n')
    },
  },
  'keep-demo': {
    usage: '--new-passwords',
    does: 'Keep the demo town on a public site: the people listed at the start get new passwords, printed once; the others get none',
    options: { 'new-passwords': { type: 'boolean' } },
    embedded: true,
    async run({ deps, config, options }) {
      if (!options['new-passwords'])
        throw new UsageError('The password of these people is public. Add --new-passwords.')
      const { people, passwords } = await keepDemo(deps, config.identity.passwordPepper)
      if (people === 0) return 'There are no demo people in this database.'
      return [
        `The ${count(people)} people of the demo town are kept and signed out everywhere. Write down these passwords; they are not shown again:`,
        ...passwords.map(({ email, name, password }) => `  ${email.padEnd(22)} ${password}  ${name}`),
        'The others cannot sign in.',
      ].join('\n')
    },
  },
}
