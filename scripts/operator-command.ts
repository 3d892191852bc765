import type { ParseArgsOptionsConfig } from 'node:util'
import type { Person } from '#server/accounts/role-commands.ts'
import type { Config } from '#server/config/config.ts'
import type { Deps } from '#server/kernel/deps.ts'

/** The command line is wrong: the error says how, and nothing is changed. */
export class UsageError extends Error {
  override name = 'UsageError'
}

export type Given = {
  deps: Deps
  config: Config
  args: string[]
  options: Record<string, string | boolean | undefined>
  /** Shows how far a long command is. */
  say: (line: string) => void
}
export type Command = {
  /** What follows the name; a word in <> is required. */
  usage: string
  does: string
  options?: ParseArgsOptionsConfig
  /** Works on people of the embedded sign-in service. */
  embedded?: true
  /** Puts a job into the queue. */
  queues?: true
  run: (given: Given) => Promise<string>
}

export const nameOf = ({ email, name, uid }: Person) => email ?? name ?? uid
