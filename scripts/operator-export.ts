import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { findPerson } from '#server/accounts/role-commands.ts'
import { exportToFile } from '#server/exports/operator-commands.ts'
import { type Command, nameOf, UsageError } from './operator-command.ts'

export const exportCommands = {
  export: {
    usage: '<person> <file>',
    does: 'Write everything that is stored about the person into a new ZIP file, as they get it from their account page',
    async run({ deps, args, printProgress }) {
      const person = await findPerson(deps.db, args[0]!)
      const path = args[1]!
      if (existsSync(path)) throw new UsageError(`The file ${path} already exists. Choose a new name.`)
      if (!existsSync(dirname(resolve(path))))
        throw new UsageError(`The folder of ${path} does not exist. Create it first.`)
      const { bytes } = await exportToFile(deps, person, path, (percent) => printProgress(`${percent} %`))
      return `Everything about ${nameOf(person)} is in ${path} (${bytes.toLocaleString('en-GB')} bytes). Give it only to this person.`
    },
  },
} satisfies Record<string, Command>
