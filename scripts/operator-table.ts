import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { acceptedNumber } from '#contract/accepted.ts'
import { type Role, roles } from '#contract/staff/codes.ts'
import { findPerson, grantRole, revokeRole } from '#server/accounts/role-commands.ts'
import { resealWebhooks } from '#server/webhooks/commands.ts'
import { resealFeeds } from '#server/calendar/feed-commands.ts'
import type { Config } from '#server/config/config.ts'
import { resealHouseholds } from '#server/households/reseal-commands.ts'
import {
  auditTrail,
  disableUser,
  enableUser,
  endSessionsOf,
  rotateKeysNow,
  setClaims,
} from '#server/identity/admin-commands.ts'
import { identityOptions } from '#server/identity/options.ts'
import { resealSigningKeys } from '#server/identity/tokens/keyring.ts'
import { stopwatch } from '#server/kernel/clock.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { codeOf, messageOf } from '#server/kernel/error-facts.ts'
import { Problem } from '#server/kernel/problem.ts'
import type { Resealed } from '#server/kernel/seal.ts'
import { resealPushKey } from '#server/notices/device-commands.ts'
import { importPostcodes } from '#server/places/postcode-commands.ts'
import { rebuildSearch } from '#server/search/commands.ts'
import { operatorCommand } from '#server/kernel/version.ts'
import { backupCommands } from './operator-backup.ts'
import { clock } from './operator-clock.ts'
import {
  type Command,
  type CommandInput,
  nameOf,
  mistakeOfArguments,
  readMoment,
  type ReportCommand,
  requireFile,
  UsageError,
  usageOf,
  wrongWord,
} from './operator-command.ts'
import { deletionCommands } from './operator-deletion.ts'
import { demoCommands } from './operator-demo.ts'
import { doctor } from './operator-doctor.ts'
import { exportCommands } from './operator-export.ts'
import { importCommands } from './operator-import.ts'
import { mailCommands } from './operator-mail.ts'
import { settingCommands } from './operator-settings.ts'

const uidOf = async ({ deps, args }: CommandInput) => (await findPerson(deps.db, args[0]!)).uid

/** A command that changes one person. */
const personCommand = (
  does: string,
  done: string,
  work: (deps: Deps, uid: string) => Promise<unknown>,
): Pick<Command, 'usage' | 'does' | 'run'> => ({
  usage: '<person>',
  does,
  async run({ deps, args }) {
    const person = await findPerson(deps.db, args[0]!)
    await work(deps, person.uid)
    return `${nameOf(person)} ${done}`
  },
})

/** A command that gives a role to a person, or takes it. */
const roleCommand = (
  verb: string,
  done: string,
  change: (deps: Deps, uid: string, role: Role) => Promise<void>,
): Pick<Command, 'usage' | 'does' | 'run'> => ({
  usage: '<person> <role>',
  does: `${verb} a role (${roles.join(', ')}), from the next request`,
  async run({ deps, args }) {
    const role = roles.find((one) => one === args[1])
    if (!role) throw wrongWord('<role>', `Use one of ${roles.join(', ')}`, args[1]!)
    const person = await findPerson(deps.db, args[0]!)
    await change(deps, person.uid, role)
    return `${nameOf(person)} ${done} the role ${role}.`
  },
})

/** Opens the file lazily, because lines read before anything iterates would be lost. */
async function* linesOf(path: string) {
  yield* createInterface({ input: createReadStream(path), crlfDelay: Infinity })
}

const count = (value: number) => value.toLocaleString('en-GB')
const json = (value: unknown) => JSON.stringify(value, null, 2)

const nothingResealed: Resealed = { resealed: 0, unreadable: 0 }

/** Everything encrypted in the database, and the consequence if no secret decrypts it. */
const sealed: {
  what: string
  ifLost: string
  reseal: (deps: Deps, config: Config) => Promise<Resealed> | Resealed
}[] = [
  {
    what: 'household details',
    ifLost: 'their owners are asked to enter them again',
    reseal: resealHouseholds,
  },
  { what: 'calendars', ifLost: 'their sitters are asked to enter them again', reseal: resealFeeds },
  { what: 'webhooks', ifLost: 'their people have to renew the secret', reseal: resealWebhooks },
  {
    what: 'signing keys',
    ifLost: 'rotate-keys --at-once creates a new one',
    reseal: (deps, config) =>
      config.hosted ? nothingResealed : resealSigningKeys(deps.db, identityOptions(config)),
  },
  {
    what: 'push keys',
    ifLost: 'no push notifications are sent until PUSH_PUBLIC_KEY and PUSH_PRIVATE_KEY are set',
    reseal: resealPushKey,
  },
]

export const commands: Record<string, Command | ReportCommand> = {
  show: {
    usage: '<person> [--json]',
    does: 'Show who this is: ids, roles, whether disabled',
    options: { json: { type: 'boolean' } },
    async run({ deps, args, options }) {
      const person = await findPerson(deps.db, args[0]!)
      if (options['json']) return json(person)
      const lines = {
        'sign-in': person.uid,
        account: person.accountId ?? 'not created yet',
        name: person.name ?? '',
        'e-mail': person.email ?? '',
        roles: person.roles.join(', ') || 'none',
        disabled: person.disabled ? 'yes' : 'no',
        since: person.createdAt.toISOString(),
      }
      return Object.entries(lines)
        .map(([label, value]) => `${label.padEnd(9)} ${value}`.trimEnd())
        .join('\n')
    },
  },
  'grant-operator': personCommand(
    'Give the operator role, from the next request',
    'is an operator.',
    (deps, uid) => grantRole(deps, uid, 'operator'),
  ),
  'take-operator': personCommand(
    'Take the operator role, from the next request',
    'is not an operator.',
    (deps, uid) => revokeRole(deps, uid, 'operator'),
  ),
  'grant-role': roleCommand('Give', 'has', grantRole),
  'take-role': roleCommand('Take', 'no longer has', revokeRole),
  disable: {
    ...personCommand('Lock the person out from now on', 'is disabled.', disableUser),
    embedded: true,
  },
  enable: { ...personCommand('Let the person in again', 'is enabled.', enableUser), embedded: true },
  'end-sessions': {
    ...personCommand('Sign the person out everywhere, at once', 'is signed out everywhere.', endSessionsOf),
    embedded: true,
    queues: true,
  },
  'set-claims': {
    usage: '<person> <json>',
    does: 'Replace the custom claims in the person’s ID tokens, from the next token',
    embedded: true,
    async run(input) {
      const uid = await uidOf(input)
      await setClaims(input.deps, uid, readClaims(input.args[1]!))
      return 'The claims are set.'
    },
  },
  ...exportCommands,
  ...deletionCommands,
  'rotate-keys': {
    usage: '[--at-once]',
    does: 'Start the rotation of the signing key, which takes a day; use --at-once if the key has leaked',
    options: { 'at-once': { type: 'boolean' } },
    embedded: true,
    async run({ deps, config, options }) {
      const atOnce = options['at-once'] === true
      await rotateKeysNow(deps, identityOptions(config), atOnce ? 'at once' : 'in a day')
      return atOnce
        ? 'A new key is in use from now on. Running servers refuse the old one within five minutes, or after a restart.'
        : 'The next key is published and will be used in a day.'
    },
  },
  reseal: {
    usage: '',
    does: 'Re-encrypt with SECRET everything that was encrypted with SECRET_PREVIOUS; can be repeated',
    async run({ deps, config }) {
      const results: { what: string; ifLost: string; count: Resealed }[] = []
      for (const { reseal, ...words } of sealed) results.push({ ...words, count: await reseal(deps, config) })
      const counts = results.map(({ what, count: { resealed } }) => `${what} ${count(resealed)}`)
      const lost = results.filter(({ count: { unreadable } }) => unreadable > 0)
      return [
        `Re-encrypted: ${counts.join(', ')}.`,
        ...lost.map(
          ({ what, ifLost, count: { unreadable } }) =>
            `Could not be decrypted with any of the secrets: ${what} ${count(unreadable)}; ${ifLost}.`,
        ),
        ...(lost.length === 0 ? ['Nothing is left that needs SECRET_PREVIOUS.'] : []),
      ].join('\n')
    },
  },
  'import-postcodes': {
    usage: '<file>',
    does: 'Let people search by postcode: imports an unzipped file from download.geonames.org/export/zip; can be repeated',
    async run({ deps, args, printProgress }) {
      const path = args[0]!
      requireFile(path)
      const {
        lines: read,
        skipped,
        removed,
        countries,
      } = await importPostcodes(deps, linesOf(path), (done) => printProgress(`${count(done)} lines read`))
      const notes = [
        skipped > 0 ? `${count(skipped)} without a position were left out` : '',
        removed > 0 ? `${count(removed)} that are no longer in it were removed` : '',
      ].filter(Boolean)
      return `${[`Postcodes of ${countries.join(', ') || 'no country'} were imported from ${count(read)} lines`, ...notes].join('; ')}.`
    },
  },
  'rebuild-search': {
    usage: '',
    does: 'Rebuild every row of the search in order; searches keep working meanwhile',
    async run({ deps, printProgress }) {
      const startedAt = stopwatch()
      const seconds = () => ((stopwatch() - startedAt) / 1000).toFixed(0)
      let lastReported = 0
      const sitters = await rebuildSearch(deps, (done) => {
        if (done < lastReported + 10_000) return
        lastReported = done
        printProgress(`${count(done)} sitters, ${seconds()} s`)
      })
      return `The search was rebuilt with ${count(sitters)} sitters in ${seconds()} s.`
    },
  },
  ...demoCommands,
  ...settingCommands,
  ...mailCommands,
  doctor,
  ...importCommands,
  clock,
  ...backupCommands,
  audit: {
    usage: '[--person <person>] [--kind <kind>] [--since <day>] [--until <day>] [--limit <n>] [--json]',
    does: 'List security events, newest first; 50 by default',
    options: {
      person: { type: 'string' },
      kind: { type: 'string' },
      since: { type: 'string' },
      until: { type: 'string' },
      limit: { type: 'string' },
      json: { type: 'boolean' },
    },
    run: listAudit,
  },
}

async function listAudit({ deps, options }: CommandInput): Promise<string> {
  const option = (name: string) => {
    const value = options[name]
    return typeof value === 'string' ? value : undefined
  }
  const [person, kind, since, until] = [option('person'), option('kind'), option('since'), option('until')]
  const filter = {
    limit: readLimit(option('limit') ?? '50'),
    ...(person === undefined ? {} : { uid: await uidEvenIfGone(deps, person) }),
    ...(kind === undefined ? {} : { kind }),
    ...(since === undefined ? {} : { since: readInstant('--since', since) }),
    ...(until === undefined ? {} : { until: readInstant('--until', until) }),
  }
  const events = await auditTrail(deps, filter)
  if (options['json']) return json(events)
  if (events.length === 0) return 'No events were found.'
  return events
    .map(({ at, kind, user_id: uid, ip, detail }) =>
      [at.toISOString(), kind.padEnd(20), (uid ?? '-').padEnd(28), (ip ?? '-').padEnd(15), detailOf(detail)]
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

const detailOf = (detail: unknown) => {
  const text = JSON.stringify(detail)
  return text === '{}' ? '' : text
}

/** Events outlive their person, who can then be found only by the sign-in id. */
const uidEvenIfGone = (deps: Deps, person: string): Promise<string> =>
  findPerson(deps.db, person).then(
    ({ uid }) => uid,
    (error: unknown) => {
      if (error instanceof Problem && !person.includes('@')) return person
      throw error
    },
  )

function readLimit(text: string): number {
  const limit = Number(text)
  if (!Number.isInteger(limit) || limit < 1 || limit > 100_000)
    throw wrongWord('--limit', acceptedNumber('whole number', 1, 100_000, 50), text)
  return limit
}

function readInstant(option: string, text: string): Date {
  const moment = readMoment(text)
  if (moment) return moment.at
  throw wrongWord(option, 'Use a day like 2026-12-01, or a moment like 2026-12-01T09:00:00Z', text)
}

function readClaims(text: string): Record<string, unknown> {
  try {
    const claims = z.record(z.string(), z.unknown()).safeParse(JSON.parse(text))
    if (claims.success) return claims.data
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw wrongWord('<json>', 'Use a JSON object, like \'{"team":"blue"}\'', text)
}

export type Call = Pick<CommandInput, 'args' | 'options'> & { name: string; command: Command | ReportCommand }

/** Parses the command line; `help` if the help text is requested. */
export function readCall([name, ...rest]: string[]): Call | 'help' {
  if (name === undefined || ['help', '--help', '-h'].includes(name) || rest.includes('--help')) return 'help'
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) throw new UsageError(`There is no command "${name}".`)
  const { values, positionals } = parse(name, command, rest)
  const mistake = mistakeOfArguments(command.usage, positionals) ?? emptyOption(values)
  if (mistake) throw new UsageError(`${mistake} ${usageOf(name, command.usage)}`)
  return { name, command, args: positionals, options: values }
}

function emptyOption(values: CommandInput['options']): string | undefined {
  const [name] = Object.entries(values).find(([, value]) => value === '') ?? []
  return name && `--${name} is empty.`
}

/** What Node refuses about options, by its error code; `option` is the word concerned. */
const optionMistakes: Record<string, (option: string, isText: boolean) => string> = {
  ERR_PARSE_ARGS_UNKNOWN_OPTION: (option) => `There is no option ${option}.`,
  ERR_PARSE_ARGS_INVALID_OPTION_VALUE: (option, isText) =>
    isText ? `${option} needs a value after it.` : `${option} takes no value.`,
}

/** A word that begins with a space is never read as an option. */
const asValue = (word: string): string => (/^-[\d.]/.test(word) ? ` ${word}` : word)
const trimmed = <Value>(value: Value) => (typeof value === 'string' ? value.trim() : value)

function parse(
  name: string,
  command: Pick<Command, 'usage' | 'options'>,
  args: string[],
): { values: CommandInput['options']; positionals: string[] } {
  const options = command.options ?? {}
  try {
    const { values, positionals } = parseArgs({ args: args.map(asValue), options, allowPositionals: true })
    return {
      values: Object.fromEntries(Object.entries(values).map(([key, value]) => [key, trimmed(value)])),
      positionals: positionals.map((word) => word.trim()),
    }
  } catch (error) {
    const sentenceOf = optionMistakes[codeOf(error)]
    if (!sentenceOf) throw error
    const [, option = '', key = ''] = /'(-+([\w-]+))/.exec(messageOf(error)) ?? []
    throw new UsageError(
      `${sentenceOf(option, options[key]?.type === 'string')} ${usageOf(name, command.usage)}`,
    )
  }
}

export const help = (): string =>
  [
    operatorCommand('<command>'),
    '',
    ...Object.entries(commands).map(([name, { usage, does }]) => `  ${name} ${usage}\n      ${does}`),
    '',
    'For <person>, give the e-mail address, the id of the sign-in or the id of the account.',
    'Run it with the environment of the server: it uses DATABASE_URL, or the embedded database of DATA_DIR,',
    'which it starts temporarily if the server is not running.',
    'Exit codes: 0 for success, 1 if the command failed, 2 for invalid usage.',
  ].join('\n')
