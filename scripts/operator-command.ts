import { accessSync, constants, statSync } from 'node:fs'
import { isDay } from '#contract/values.ts'
import type { Person } from '#server/accounts/role-commands.ts'
import type { Config } from '#server/config/config.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { fileFault, fileFaults } from '#server/kernel/file-faults.ts'
import { mistakeSentence } from '#server/kernel/mistake.ts'

/** Invalid usage: the message explains it, and nothing is changed. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** What is known before a command has a database. */
export type Preparation = Pick<CommandInput, 'config' | 'args' | 'options' | 'printProgress'> & {
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
  run: (input: CommandInput) => Promise<string | Report>
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

/** Invalid usage of one argument or option: says what is accepted and what was found. */
export const wrongWord = (name: string, accepted: string, found: string): UsageError =>
  new UsageError(mistakeSentence(name, accepted, found))

export const usageOf = (name: string, usage: string): string =>
  `Usage: ${[name, usage].filter(Boolean).join(' ')}`

/** Returns a sentence about the first argument that is missing, empty or too much; only a value may be empty. */
export function mistakeOfArguments(usage: string, words: readonly string[]): string | undefined {
  const required = usage.replaceAll(/\[.*?\]/g, '').match(/<\w+>/g) ?? []
  const all = [...required, ...(usage.match(/\[<\w+>\]/g) ?? [])]
  const missing = required[words.length]
  if (missing) return `${missing} is missing.`
  const empty = all.find((name, index) => words[index] === '' && !name.includes('<value>'))
  if (empty) return `${empty} is empty.`
  const extra = words[all.length]
  return extra === undefined ? undefined : `"${extra}" is one word too many.`
}

const moment = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:\d\d)?)?$/

/** Reads a day, which begins at midnight UTC, or a moment, in UTC without an offset; undefined if it is neither. */
export function readMoment(text: string): { at: Date; isWholeDay: boolean } | undefined {
  const [, day = '', time, offset = 'Z'] = moment.exec(text) ?? []
  const at = new Date(`${day}T${time ?? '00:00'}${offset}`)
  return isDay(day) && !Number.isNaN(at.getTime()) ? { at, isWholeDay: time === undefined } : undefined
}

const checkPath = (path: string, check: () => void): void => {
  try {
    check()
  } catch (error) {
    const sentence = fileFault(error, path)
    throw sentence === undefined ? error : new UsageError(sentence)
  }
}

/** Throws unless the path is a file that can be read. */
export const requireFile = (path: string): void =>
  checkPath(path, () => {
    accessSync(path, constants.R_OK)
    if (statSync(path).isDirectory()) throw new UsageError(`${path} ${fileFaults['EISDIR']}.`)
  })

/** Throws unless the path is a folder. */
export const requireFolder = (path: string): void =>
  checkPath(path, () => {
    if (!statSync(path).isDirectory()) throw new UsageError(`${path} ${fileFaults['ENOTDIR']}.`)
  })

export const nameOf = ({ email, name, uid }: Person) => email ?? name ?? uid
