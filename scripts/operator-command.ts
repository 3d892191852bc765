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

/** What a command has found: the text, and whether it is bad, which the exit code 1 says. */
export type Report = { text: string; isBad: boolean }

/** A command that works without settings and without a database too. */
export type ReportCommand = Pick<Command, 'usage' | 'does' | 'options'> & {
  report: (input: {
    environment: Record<string, string | undefined>
    /** The folder of the checkout. */
    root: string
    options: CommandInput['options']
    /** Connects to the database of these settings. */
    connect: (config: Config) => Promise<{ url: string; stop: () => Promise<void> }>
  }) => Promise<Report>
}

export const nameOf = ({ email, name, uid }: Person) => email ?? name ?? uid
