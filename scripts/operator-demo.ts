import { keepDemo, removeDemo } from '#database/demo/leave.ts'
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
  ledger_transfer: 'movements of money',
  fee_invoice: 'invoices',
  mail: 'mails',
}

export const demoCommands: Record<string, Command> = {
  'remove-demo': {
    usage: '',
    does: 'Remove the people of the demo town with all that is theirs, and say what that was; stop the server first',
    async run({ deps }) {
      const { counts, others } = await removeDemo(deps)
      if (counts.size === 0) return 'There is nobody of a demo town here.'
      const named = Object.entries(words).map(([table, what]) => `${count(counts.get(table) ?? 0)} ${what}`)
      const rows = [...counts.values()].reduce((sum, one) => sum + one, 0)
      return [
        `The demo town is removed: ${named.join(', ')}; ${count(rows)} rows in ${counts.size} tables.`,
        ...others.map(
          ({ name, email, bookings }) =>
            `${name} (${email}) is not of the demo town and stays; bookings with its people that are gone: ${count(bookings)}.`,
        ),
        'The server deletes what their photos and documents were within two hours of its next start.',
      ].join('\n')
    },
  },
  'keep-demo': {
    usage: '--new-passwords',
    does: 'Keep the demo town on a public site: new passwords for the introduced people, which are printed once, none for the rest',
    options: { 'new-passwords': { type: 'boolean' } },
    embedded: true,
    async run({ deps, config, options }) {
      if (!options['new-passwords'])
        throw new UsageError('Everybody knows the password of these people. Add --new-passwords.')
      const { people, passwords } = await keepDemo(deps, config.identity.passwordPepper)
      if (people === 0) return 'There is nobody of a demo town here.'
      return [
        `The ${count(people)} people of the demo town stay, and are signed out everywhere. Note these passwords, they are not shown again:`,
        ...passwords.map(({ email, name, password }) => `  ${email.padEnd(22)} ${password}  ${name}`),
        'The others cannot sign in.',
      ].join('\n')
    },
  },
}
