import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createUser } from '#server/identity/commands.ts'
import { testDeps } from '#test/build.ts'
import { createTestDb } from '#test/db.ts'
import { listenLocally } from '#test/listen.ts'
import { openWorkFolder } from '#test/work-folder.ts'
import { runOperator } from './operator-run.ts'
import { commands } from './operator-table.ts'

const email = 'olga@example.org'
const nobody = 'nobody@example.org'
const unknownId = '0a000000-0000-7000-8000-000000000001'

let url: string
let folder: string
const ends: (() => Promise<void>)[] = []

beforeAll(async () => {
  const { db, url: address, drop } = await createTestDb()
  const work = await openWorkFolder()
  ends.push(drop, work.remove)
  url = address
  folder = work.folder
  await createUser(testDeps(db), { email, passwordHash: 'none', name: 'Olga' })
  await mkdir(join(folder, 'folder'))
  await writeFile(join(folder, 'text.txt'), 'hello\n')
  await writeFile(join(folder, 'empty.txt'), '')
  await writeFile(join(folder, 'latin.csv'), Buffer.from([0xe9, 0x2c, 0xe8]))
})
afterAll(async () => {
  for (const end of ends) await end()
})

type Refused = { code: number; sentences: string[] }

/** Runs a command that must be refused, and returns what it says; `FOLDER` in a word stands for the work folder. */
async function refusalOf(
  words: readonly string[],
  environment: Record<string, string> = {},
): Promise<Refused> {
  const status: unknown[] = []
  const results: string[] = []
  const code = await runOperator(
    words.map((word) => word.replace('FOLDER', folder)),
    {
      environment: { SECRET: 's'.repeat(32), DATA_DIR: folder, DATABASE_URL: url, ...environment },
      printResult: (line) => results.push(line),
      printStatus: (line) => status.push(line),
    },
  )
  expect(results).toEqual([])
  // An error object would be printed with its stack.
  const sentences = status.map((line) => (typeof line === 'string' ? line : `A stack trace: ${String(line)}`))
  return { code, sentences: sentences.map((line) => line.replaceAll(folder, 'FOLDER')) }
}

/** Words of libraries, of Node and of PostgreSQL. */
const foreignWords =
  /invalid|expected|received|pattern|syntax|stack trace|NaN|Infinity|undefined|\b(null|issues?|zod|argument)\b|Error\b/i
/** Codes of the operating system, such as ENOENT. */
const systemCodes = /\bE[A-Z]{4,}\b/

function expectPlain(sentence: string): void {
  const own = sentence.replaceAll(/“.*”/g, '')
  expect(own).not.toMatch(foreignWords)
  expect(own).not.toMatch(systemCodes)
}

const usageHint = expect.stringMatching(/" lists the commands\.$/) as unknown

describe('each command refuses in a sentence', () => {
  const rows = Object.entries(commands).flatMap(([name, { usage, options = {} }]): [string[], string][] => {
    const required = usage.replaceAll(/\[.*?\]/g, '').match(/<\w+>/g) ?? []
    const most = usage.match(/<\w+>/g)?.length ?? 0
    const given = Array.from({ length: most + 1 }, (_, index) => `word-${index}`)
    return [
      [[name, '--nonsense'], 'There is no option --nonsense. Usage: '],
      [[name, ...given], 'is one word too many. Usage: '],
      ...required.slice(0, 1).flatMap((word): [string[], string][] => [
        [[name], `${word} is missing. Usage: ${name}`],
        [[name, ' ', ...given.slice(1, required.length)], `${word} is empty. Usage: ${name}`],
      ]),
      ...Object.entries(options).flatMap(([option, { type }]): [string[], string][] => {
        const words = [name, ...given.slice(0, required.length)]
        return type === 'boolean'
          ? [[[...words, `--${option}=x`], `--${option} takes no value. Usage: ${name}`]]
          : [
              [[...words, `--${option}`], `--${option} needs a value after it. Usage: ${name}`],
              [[...words, `--${option}`, ''], `--${option} is empty. Usage: ${name}`],
            ]
      }),
    ]
  })

  test.each(rows)('%j', async (words, sentence) => {
    const { code, sentences } = await refusalOf(words)
    expect({ code, sentences }).toEqual({
      code: 2,
      sentences: [expect.stringContaining(sentence), usageHint],
    })
    expectPlain(sentences[0]!)
  })
})

const postcodes = 'Use an unzipped file from download.geonames.org/export/zip.'
const isFile = 'FOLDER/text.txt is a file, and a folder is needed.'
const unusable = (folder: string, why: string) =>
  `The backups in ${folder} cannot be reached: the folder ${why}. Correct this, or use another folder.`
const missing = 'does not exist and cannot be created'
const isFolder = 'FOLDER/folder is a folder, and a file is needed.'
const day = 'Use a day like 2026-12-01, or a moment like 2026-12-01T09:00:00Z'
const limit = '--limit: Use a whole number from 1 to 100,000, like 50'
const ownTool = 'Restore your own with the tool that archives its log; see "Any moment" in OPERATING.md.'
const moment = '--until: Use "latest", or a moment in UTC like 2026-11-27T14:05:00Z'
const person = `Nobody was found for "${nobody}". Give the e-mail address, or the id of the sign-in or of the account.`
const claims = `<json>: Use a JSON object, like '{"team":"blue"}'`
const rate = 'fees.ownerBasisPoints: Use a whole number from 0 to 10,000, like 1000'
const role = '<role>: Use one of instance_owner, operator, support, moderator, accountant'
const noImport = 'There is no such import. The desk lists them at /admin/import.'

/** 1: the command failed. 2: it was not even tried. */
const refusals: [words: string[], code: 1 | 2, sentence: string][] = [
  [['party'], 2, 'There is no command "party".'],
  [['constructor'], 2, 'There is no command "constructor".'],
  [['show', nobody], 1, person],
  [['disable', nobody], 1, person],
  [['grant-role', email, 'boss'], 2, `${role}, not “boss”.`],
  [['grant-role', nobody, 'support'], 1, person],
  [['grant-role', email, 'support'], 1, 'This person has not created their account yet.'],
  [['set-claims', email, '{team}'], 2, `${claims}, not “{team}”.`],
  [['set-claims', email, '[]'], 2, `${claims}, not “[]”.`],
  [['set-claims', email, '{"sub":"eve"}'], 1, '"sub" is a reserved claim name.'],
  [['delete', email], 2, `This deletes ${email}. Add --yes if you mean it.`],
  [['undelete', email], 1, `${email} has no scheduled deletion.`],
  [['export', email, 'FOLDER/text.txt'], 2, 'The file FOLDER/text.txt already exists. Choose a new name.'],
  [
    ['export', email, 'FOLDER/none/a.zip'],
    2,
    'The folder of FOLDER/none/a.zip does not exist. Create it first.',
  ],
  [['audit', '--limit', '0'], 2, `${limit}, not “0”.`],
  [['audit', '--limit', '-5'], 2, `${limit}, not “-5”.`],
  [['audit', '--limit', 'many'], 2, `${limit}, not “many”.`],
  [['audit', '--since', 'yesterday'], 2, `--since: ${day}, not “yesterday”.`],
  [['audit', '--until', '2026-02-31'], 2, `--until: ${day}, not “2026-02-31”.`],
  [['audit', '--until', '2026-02-20T25:00Z'], 2, `--until: ${day}, not “2026-02-20T25:00Z”.`],
  [['audit', '--person', nobody], 1, person],
  [['settings', 'party'], 2, '<action>: Use get, set, diff or history, not “party”.'],
  [['settings', 'set'], 2, '<name> is missing. Usage: settings set <name> <value>'],
  [['settings', 'set', 'fees.ownerCap'], 2, '<value> is missing. Usage: settings set <name> <value>'],
  [['settings', 'history', 'x'], 2, '"x" is one word too many. Usage: settings history'],
  [
    ['settings', 'set', 'fees.nothing', '1'],
    2,
    'There is no setting "fees.nothing". "npm run operator -- settings get" lists them.',
  ],
  [
    ['settings', 'get', 'fee'],
    2,
    'There is no setting "fee". "npm run operator -- settings get" lists them.',
  ],
  [['settings', 'diff', 'abc'], 2, '<version>: Use the number of a version, like 3, not “abc”.'],
  [['settings', 'diff', '1e30'], 2, '<version>: Use the number of a version, like 3, not “1e30”.'],
  [
    ['settings', 'diff', '99'],
    2,
    'There is no version 99. "npm run operator -- settings history" lists them.',
  ],
  [['settings', 'set', 'fees.ownerBasisPoints', '20000'], 1, `${rate}, not “20000”.`],
  [['settings', 'set', 'fees.ownerBasisPoints', '-1'], 1, `${rate}, not “-1”.`],
  [['settings', 'set', 'fees.ownerBasisPoints', 'much'], 1, `${rate}, not “much”.`],
  [['settings', 'set', 'fees.ownerBasisPoints', ''], 1, `${rate}; it is empty.`],
  [['settings', 'set', 'rate.min', '60000'], 1, 'rate.max: Give at least the lowest rate, not “50000”.'],
  [['import-postcodes', 'FOLDER/none'], 2, 'FOLDER/none does not exist.'],
  [['import-postcodes', 'FOLDER/folder'], 2, isFolder],
  [['import-postcodes', 'FOLDER/empty.txt'], 1, `The file is empty. ${postcodes}`],
  [
    ['import-postcodes', 'FOLDER/text.txt'],
    1,
    `Line 1 has 1 columns; there must be 12: country, postcode, place, region, its code, …, latitude, longitude, accuracy. ${postcodes}`,
  ],
  [['import', 'owners', 'FOLDER/text.txt'], 2, '<kind>: Use one of sitters, stays, not “owners”.'],
  [['import', 'sitters', 'FOLDER/none'], 2, 'FOLDER/none does not exist.'],
  [['import', 'sitters', 'FOLDER/folder'], 2, isFolder],
  [
    ['import', 'sitters', 'FOLDER/text.txt'],
    1,
    'The first line names columns that do not exist: hello. Use the names of the template.',
  ],
  [['import', 'sitters', 'FOLDER/empty.txt'], 1, 'These columns are missing: external_id, name, email.'],
  [
    ['import', 'sitters', 'FOLDER/latin.csv'],
    1,
    'This file is not in UTF-8; programs for Windows often write Latin-1. Save it as “CSV UTF-8” and choose it again.',
  ],
  [['import-invite', 'abc'], 2, '<import>: Use the id that the import has printed, not “abc”.'],
  [['import-invite', unknownId], 1, noImport],
  [['import-undo', unknownId], 1, noImport],
  [['mail', 'send', email], 2, '<action>: Use test, not “send”.'],
  [['mail', 'test', 'olga'], 2, '<address>: Use an e-mail address, like name@example.org, not “olga”.'],
  [['mail', 'test', email], 1, 'No mail server is configured: set SMTP_URL and MAIL_FROM.'],
  [['keep-demo'], 2, 'The password of these people is public. Add --new-passwords.'],
  [['list', '--from', 'FOLDER/none'], 2, 'FOLDER/none does not exist.'],
  [['list', '--from', 'FOLDER/text.txt'], 2, isFile],
  [['backup', '--to', 'FOLDER/text.txt'], 2, isFile],
  [
    ['backup', '--to', 'FOLDER/text.txt/kept'],
    1,
    unusable('FOLDER/text.txt/kept', 'is a file, or is below one'),
  ],
  // Nobody can create anything in /proc, not even the superuser.
  [['backup', '--to', '/proc/nowhere'], 1, unusable('/proc/nowhere', missing)],
  [['backup', '--to', '/proc/nowhere/kept'], 1, unusable('/proc/nowhere/kept', missing)],
  [['backup', '--to', '/proc/self'], 1, unusable('/proc/self', missing)],
  [['list', '--from', '/proc/nowhere'], 2, '/proc/nowhere does not exist.'],
  [['verify', '--from', '/proc/nowhere'], 2, '/proc/nowhere does not exist.'],
  [['verify', '--from', 'FOLDER/text.txt'], 2, isFile],
  [['restore', '--from', '/proc/nowhere'], 2, '/proc/nowhere does not exist.'],
  [['restore', '--from', 'FOLDER/text.txt'], 2, isFile],
  [
    ['backup', '--to', 'FOLDER/kept', '--with-secret'],
    1,
    'The secret is only stored encrypted. Set BACKUP_PASSPHRASE, and keep it in another place.',
  ],
  [
    ['verify', 'abc', '--from', 'FOLDER/folder'],
    1,
    'There is no backup abc in FOLDER/folder. "npm run operator -- list" shows those that exist.',
  ],
  [
    ['verify', '--from', 'FOLDER/folder', '--database', 'mysql://olga:hunter2@x'],
    2,
    '--database: Use an address like postgres://user:password@host:5432/database.',
  ],
  [
    ['restore', '--from', 'FOLDER/folder'],
    1,
    'There is no backup in FOLDER/folder. Make one with "npm run operator -- backup".',
  ],
  [['restore', '--until', 'yesterday'], 2, `${moment}, not “yesterday”.`],
  [['restore', '--until', '2026-02-20'], 2, `${moment}, not “2026-02-20”.`],
  [['restore', '--until', '2026-02-31T10:00:00Z'], 2, `${moment}, not “2026-02-31T10:00:00Z”.`],
  [['restore', 'abc', '--until', 'latest'], 2, 'Use either --until or the name of a backup, not both.'],
  [['restore', 'abc', '--files'], 2, 'Use either --files or the name of a backup, not both.'],
  [['verify', '--until', '2026-02-20'], 2, `${moment}, not “2026-02-20”.`],
  [['verify', '--until', 'latest'], 2, `--until is for the embedded PostgreSQL. ${ownTool}`],
  [['verify', 'abc', '--until', 'latest'], 2, 'Use either --until or the name of a backup, not both.'],
  [
    ['verify', '--until', 'latest', '--database', 'postgres://x/y'],
    2,
    'Use either --until or --database, not both: with --until a new database is started.',
  ],
]

test.each(refusals)('%j exits with %i', async (words, code, sentence) => {
  const refused = await refusalOf(words)
  expect(refused).toEqual({ code, sentences: code === 2 ? [sentence, usageHint] : [sentence] })
  expectPlain(sentence)
})

test('every command that takes an argument has a row about a wrong one', () => {
  const tried = new Set(refusals.map(([[name]]) => name))
  // These take a person or nothing, as `show` and `disable` do.
  const alike = ['grant-operator', 'take-operator', 'take-role', 'enable', 'end-sessions']
  const others = Object.entries(commands).flatMap(([name, { usage }]) =>
    /<\w+>/.test(usage) && !tried.has(name) && !alike.includes(name) ? [name] : [],
  )
  expect(others).toEqual(['doctor'])
})

test.each<[what: string, environment: () => Record<string, string>, sentence: string]>([
  [
    'no database of this name',
    () => ({ DATABASE_URL: Object.assign(new URL(url), { pathname: '/nothing-here' }).href }),
    'There is no database with the name in DATABASE_URL. Correct it, or create the database.',
  ],
  [
    'a user that does not exist',
    () => ({ DATABASE_URL: Object.assign(new URL(url), { username: 'nobody', password: 'hunter2' }).href }),
    'The database refuses the user or the password. Correct them in DATABASE_URL, which is the one of the server.',
  ],
  [
    'a host that does not exist',
    () => ({ DATABASE_URL: 'postgres://olga:hunter2@nowhere.invalid/sitwell' }),
    'The database does not answer, or it is busy with another change: ',
  ],
  [
    'an address that is none',
    () => ({ DATABASE_URL: 'postgres://[olga:hunter2' }),
    'The configuration has a mistake:\n  DATABASE_URL: Use an address like postgres://user:password@host:5432/database.',
  ],
])('%s is said in a sentence without the password', async (_, environment, sentence) => {
  const { code, sentences } = await refusalOf(['show', email], environment())
  expect({ code, sentences }).toEqual({ code: 1, sentences: [expect.stringContaining(sentence)] })
  expect(sentences[0]).not.toContain('hunter2')
})

test.each(['backup', 'list', 'verify', 'restore'])('%s refuses a file in BACKUP_DIR', async (command) => {
  const refused = await refusalOf([command], { BACKUP_DIR: 'text.txt' })
  expect(refused).toEqual({ code: 2, sentences: [isFile, usageHint] })
})

test('a failure of no known kind is said in a sentence, and LOG_LEVEL=debug adds the details', async () => {
  const { db, url: own, drop } = await createTestDb()
  onTestFinished(drop)
  await sql`alter table measurement add constraint nobody check (false) not valid`.execute(db)
  const fail = async (level: string) => {
    const status: unknown[] = []
    const code = await runOperator(['note-backup'], {
      environment: { SECRET: 's'.repeat(32), DATA_DIR: folder, DATABASE_URL: own, LOG_LEVEL: level },
      printResult: () => {},
      printStatus: (line) => status.push(line),
    })
    return { code, status }
  }
  const sentence =
    'The command failed: new row for relation "measurement" violates check constraint "nobody". If you do not know the cause, run it again with LOG_LEVEL=debug, which prints the details, and report them.'
  expect(await fail('info')).toEqual({ code: 1, status: [sentence] })
  expect(await fail('debug')).toEqual({ code: 1, status: [sentence, expect.any(Error)] })
})

test('a DATA_DIR that exists and cannot be written is named with what to do', async () => {
  const { code, sentences } = await refusalOf(['backup'], { SECRET: '', DATA_DIR: '/sys' })
  expect({ code, sentences }).toEqual({
    code: 1,
    sentences: [
      expect.stringMatching(/^\/sys\/secret [^.]+\. Correct this, or set DATA_DIR to another folder\.$/),
    ],
  })
  expectPlain(sentences[0]!)
})

test('a bucket that does not answer is named with the cause', async () => {
  const server = createServer()
  const port = await listenLocally(server)
  await promisify(server.close.bind(server))()
  const { code, sentences } = await refusalOf(['list'], {
    BACKUP_S3_ENDPOINT: `http://127.0.0.1:${port}`,
    BACKUP_S3_BUCKET: 'kept',
    BACKUP_S3_ACCESS_KEY_ID: 'key',
    BACKUP_S3_SECRET_ACCESS_KEY: 'hunter2',
  })
  expect({ code, sentences }).toEqual({
    code: 1,
    sentences: [`The backups in the bucket kept cannot be reached: connect ECONNREFUSED 127.0.0.1:${port}`],
  })
})
