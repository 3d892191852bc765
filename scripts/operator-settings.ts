import { changeSettings, currentSettings } from '#server/settings/commands.ts'
import { changedSettings, listVersions } from '#server/staff/setting-commands.ts'
import {
  type Difference,
  differencesOf,
  settingFields,
  type SettingValue,
} from '#server/staff/setting-fields.ts'
import { findDocument } from '#server/staff/setting-store.ts'
import { readableSettings } from '#server/staff/setting-view.ts'
import { type Command, type CommandInput, UsageError } from './operator-command.ts'

const written = (value: SettingValue): string =>
  typeof value === 'string' ? JSON.stringify(value) : String(value)

const differenceLines = (differences: readonly Difference[]): string[] =>
  differences.map(({ path, before, after }) => `${path}: ${written(before)} -> ${written(after)}`)

/** Parses a value from the command line: text as it is, everything else as a number, `true` or `false`. */
function valueIn(given: string, kind: string): SettingValue {
  if (kind === 'text' || kind === 'choice') return given
  if (given === 'true' || given === 'false') return given === 'true'
  const number = Number(given)
  if (given.trim() === '' || Number.isNaN(number))
    throw new UsageError(`"${given}" is neither a number nor true or false.`)
  return number
}

async function get({ deps, args, options }: CommandInput): Promise<string> {
  const { settings, version } = await currentSettings(deps.db)
  if (options['json']) return JSON.stringify({ version, settings }, null, 2)
  const fields = settingFields(settings).filter(
    ({ path }) => !args[1] || path === args[1] || path.startsWith(`${args[1]}.`),
  )
  if (fields.length === 0)
    throw new UsageError(`There is no setting "${args[1]}". Without a name all are listed.`)
  return fields.map(({ path, value, label }) => `${path} = ${written(value)}  (${label})`).join('\n')
}

async function set({ deps, args, options }: CommandInput): Promise<string> {
  const [, path = '', given] = args
  if (given === undefined) throw new UsageError('Give the name of a setting and its new value.')
  const { settings, version } = await currentSettings(deps.db)
  const field = settingFields(settings).find((one) => one.path === path)
  if (!field) throw new UsageError(`There is no setting "${path}". List them with: settings get`)
  const after = changedSettings(settings, { [path]: valueIn(given, field.kind) })
  const lines = differenceLines(differencesOf(settings, after))
  if (lines.length === 0) return `${path} is ${written(field.value)} already.`
  const reason = [options['reason'], deps.systemUser && `(${deps.systemUser})`].filter(Boolean).join(' ')
  const saved = await changeSettings(deps, after, version, { accountId: null, reason: reason || null })
  return [...lines, `Saved as version ${saved.version}.`].join('\n')
}

/** Without a version: what differs from the defaults. */
async function diff({ deps, args }: CommandInput): Promise<string> {
  const { settings } = await currentSettings(deps.db)
  const version = Number(args[1] ?? 0)
  const document = version === 0 ? {} : await findDocument(deps.db, version)
  if (document === undefined) throw new UsageError(`There is no version "${args[1]}".`)
  const lines = differenceLines(differencesOf(readableSettings(document), settings))
  const name = version === 0 ? 'the defaults' : `version ${version}`
  return lines.length === 0 ? `Nothing differs from ${name}.` : lines.join('\n')
}

async function history({ deps }: CommandInput): Promise<string> {
  const { items } = await listVersions(deps, { limit: 100 })
  if (items.length === 0) return 'The settings have not been changed.'
  return items
    .map(({ version, at, by, reason, changes }) =>
      [
        [`${version}`, at, by ?? 'command line', reason].filter(Boolean).join('  '),
        ...differenceLines(changes).map((line) => `  ${line}`),
      ].join('\n'),
    )
    .join('\n')
}

const actions: Record<string, (input: CommandInput) => Promise<string>> = { get, set, diff, history }

export const settingCommands: Record<string, Command> = {
  settings: {
    usage: '<action> [<name>] [<value>] [--reason <words>] [--json]',
    does: 'get, set, diff or history: the settings of the marketplace; diff compares with the defaults or a version',
    options: { reason: { type: 'string' }, json: { type: 'boolean' } },
    queues: true,
    run(input) {
      const action = actions[input.args[0] ?? '']
      if (!action) throw new UsageError('Say what to do: get, set, diff or history.')
      return action(input)
    },
  },
}
