import type { Person } from '#server/accounts/role-commands.ts'
import type { Config } from '#server/config/config.ts'
import type { Deps } from '#server/kernel/deps.ts'

/** Invalid usage: the message explains it, and nothing is changed. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** What is known before a command has a database. */
export type Preparation = Pick<CommandInput, 'config' | 'options' | 'printProgress'> & {
  /** Folder of the embedded database. */
  folder: string
}

export type CommandInput = {
  deps: Deps
  config: Config
  databaseUrl: string
  args: string[]
  options: Record<string, string | boolean | undefined>
  /** Prints the progress of a long command. */
  printProgress: (line: string) => void
}
export type Command = {
  /** The arguments; those in <> are required, those in [<>] are not. */
  usage: string
  does: string
  options?: Record<string, { type: 'string' | 'boolean' }>
  /** Requires the embedded sign-in service. */
  embedded?: true
  /** Runs before the database is connected to. */
  prepare?: (preparation: Preparation) => Promise<void>
  /** Creates the embedded database if there is none yet. */
  createsDatabase?: true
  /** Enqueues jobs. */
  queues?: true
  run: (input: CommandInput) => Promise<string>
}

export const nameOf = ({ email, name, uid }: Person) => email ?? name ?? uid
