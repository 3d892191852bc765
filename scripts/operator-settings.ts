import { entriesOf } from '#contract/entries.ts'
import { changeSettings, currentSettings } from '#server/settings/commands.ts'
import { changedSettings, listVersions } from '#server/staff/setting-commands.ts'
import type { SettingValue } from '#server/settings/document.ts'
import { type Difference, differencesOf, settingFields } from '#server/staff/setting-fields.ts'
import { findDocument } from '#server/staff/setting-store.ts'
import { readableSettings } from '#server/staff/setting-view.ts'
import { operatorCommand } from '#server/kernel/version.ts'
import {
  type Command,
  type CommandInput,
  mistakeOfArguments,
  UsageError,
  usageOf,
  wrongWord,
} from './operator-command.ts'

const written = (value: SettingValue): string =>
  typeof value === 'string' ? JSON.stringify(value) : String(value)

const differenceLines = (differences: readonly Difference[]): string[] =>
  differences.map(({ path, before, after }) => `${path}: ${written(before)} -> ${written(after)}`)

/** Parses a value from the command line; what is no number, `true` or `false` stays as it is and is refused later. */
function valueIn(given: string, kind: string): SettingValue {
  if (kind === 'text' || kind === 'choice' || given === '') return given
  if (given === 'true' || given === 'false') return given === 'true'
  return Number.isFinite(Number(given)) ? Number(given) : given
}

const noSetting = (path: string): UsageError =>
  new UsageError(`There is no setting "${path}". "${operatorCommand('settings get')}" lists them.`)

async function get({ deps, args, options }: CommandInput): Promise<string> {
  const { settings, version } = await currentSettings(deps.db)
  if (options['json']) return JSON.stringify({ version, settings }, null, 2)
  const fields = settingFields(settings).filter(
    ({ path }) => !args[1] || path === args[1] || path.startsWith(`${args[1]}.`),
  )
  if (fields.length === 0) throw noSetting(args[1]!)
  return fields.map(({ path, value, label }) => `${path} = ${written(value)}  (${label})`).join('\n')
}

async function set({ deps, args, options }: CommandInput): Promise<string> {
  const [, path = '', given = ''] = args
  const { settings, version } = await currentSettings(deps.db)
  const field = settingFields(settings).find((one) => one.path === path)
  if (!field) throw noSetting(path)
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
  const given = args[1] ?? '0'
  // As many digits as always fit into the column.
  if (!/^\d{1,9}$/.test(given)) throw wrongWord('<version>', 'Use the number of a version, like 3', given)
  const version = Number(given)
  const document = version === 0 ? {} : await findDocument(deps.db, version)
  if (document === undefined)
    throw new UsageError(
      `There is no version ${version}. "${operatorCommand('settings history')}" lists them.`,
    )
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

/** The actions with the words that may follow them. */
const actions = {
  get: { usage: '[<name>]', run: get },
  set: { usage: '<name> <value>', run: set },
  diff: { usage: '[<version>]', run: diff },
  history: { usage: '', run: history },
} as const

export const settingCommands: Record<string, Command> = {
  settings: {
    usage: '<action> [<name>] [<value>] [--reason <words>] [--json]',
    does: 'get, set, diff or history: the settings of the marketplace; diff compares with the defaults or a version',
    options: { reason: { type: 'string' }, json: { type: 'boolean' } },
    queues: true,
    run(input) {
      const [name = '', ...words] = input.args
      const [, action] = entriesOf(actions).find(([one]) => one === name) ?? []
      if (!action) throw wrongWord('<action>', 'Use get, set, diff or history', name)
      const mistake = mistakeOfArguments(action.usage, words)
      if (mistake) throw new UsageError(`${mistake} ${usageOf(`settings ${name}`, action.usage)}`)
      return action.run(input)
    },
  },
}
