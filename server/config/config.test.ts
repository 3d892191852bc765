import { expect, test } from 'vitest'
import { readConfig, variables } from '#server/config/config.ts'
import { StartError } from '#server/kernel/start-error.ts'

/** Returns the lines about the mistakes in this environment. */
function mistakesIn(environment: Record<string, string>): string[] {
  try {
    readConfig({ SECRET: 's'.repeat(32), ...environment }, '/nowhere')
    return []
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return error.message
      .split('\n')
      .slice(1)
      .map((line) => line.trim())
  }
}

/** Each setting refuses at least one of them. */
const badValues = [
  'nonsense: nonsense',
  'x'.repeat(2_000),
  '   ',
  '-1',
  '0.5',
  '1e9',
  'NaN',
  'http://',
  'a,a',
  'web,',
]

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table has no other names
const names = Object.keys(variables) as (keyof typeof variables)[]

test.each(names)('%s with a wrong value is a sentence with an example', (name) => {
  const refused = badValues.filter((value) => !variables[name].safeParse(value).success)
  expect(refused).not.toEqual([])
  for (const value of refused) {
    const [line, ...more] = mistakesIn({ [name]: value })
    expect(more).toEqual([])
    expect(line).toMatch(/^[A-Z\d_]+: [A-Z].* (like|from|"[\w,-]+")( |,).*\.$/)
    expect(line).not.toMatch(/invalid|expected|received|too (small|big)|option|undefined/i)
  }
})

test('the sentence says what was found, shortened', () => {
  expect(mistakesIn({ PORT: 'many', SITE_URL: 'ftp://sitwell.org', DEMO: 'x'.repeat(100) })).toEqual([
    'PORT: Use a whole number from 0 to 65,535, like 3000, not “many”.',
    `DEMO: Use "on", "small" or "off", not “${'x'.repeat(60)}…”.`,
    'SITE_URL: Use an address like https://sitwell.example.org, not “ftp://sitwell.org”.',
  ])
  expect(mistakesIn({ DATABASE_READ_URL: 'one,two' })).toHaveLength(1)
})

test('what may be a secret is never printed', () => {
  const printed = names.filter((name) =>
    mistakesIn({ [name]: 'hunter2 '.repeat(300) }).some((line) => line.includes('hunter2')),
  )
  expect(printed).toContain('DKIM_DOMAIN')
  expect(
    printed.filter((name) =>
      /SECRET|KEY|TOKEN|PASS|PEPPER|HEADERS|DATABASE\w*_URL|SMTP|REPORTS|ERRORS/.test(name),
    ),
  ).toEqual([])
  for (const name of ['SITE_URL', 'S3_ENDPOINT'])
    expect(mistakesIn({ [name]: 'ftp://olga:hunter2@x' }).join()).not.toContain('hunter2')
})

test.each<[name: string, signIn: string]>([
  ['S3_ENDPOINT', ', and set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.'],
  ['BACKUP_S3_ENDPOINT', ', and set BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY.'],
  ['SITE_URL', '.'],
  ['MAP_TILES_URL', '.'],
  ['MAP_ATTRIBUTION_URL', '.'],
  ['STRIPE_API_URL', '.'],
  ['STRIPE_SCRIPT_URL', '.'],
  ['OIDC_ACME_ISSUER', '.'],
])('%s is refused with a user name or a password in it', (name, signIn) => {
  const others: Record<string, string> = name.startsWith('OIDC_')
    ? { OIDC_PROVIDERS: 'acme', OIDC_ACME_CLIENT_ID: 'site', OIDC_ACME_CLIENT_SECRET: 'hunter3' }
    : {}
  for (const user of ['olga:hunter2', 'olga', ':hunter2']) {
    const value = `https://${user}@service.example.org/{z}/{x}/{y}`
    expect(() => new Request(value)).toThrow('credentials')
    expect(mistakesIn({ ...others, [name]: value })).toEqual([
      `${name}: Leave the user name and the password out of the address${signIn}`,
    ])
  }
})

test('the address of a collector may contain a user name and a password, which its client sends', () => {
  expect(mistakesIn({ OTEL_EXPORTER_OTLP_ENDPOINT: 'https://olga:hunter2@collector.example.org' })).toEqual(
    [],
  )
})

test.each([
  ['/proc/nowhere', 'does not exist and cannot be created'],
  ['/proc/nowhere/below', 'does not exist and cannot be created'],
  ['/dev/null/below', 'is a file, or is below one'],
])('a DATA_DIR that cannot be created is refused at once: %s', (folder, why) => {
  expect(() => readConfig({ DATA_DIR: folder }, '/nowhere')).toThrow(
    new StartError(`The folder ${folder} ${why}. Correct this, or set DATA_DIR to another folder.`),
  )
})

test('the mailbox that a login shell names in MAIL does not count as a setting', () => {
  const read = (mail: string) => readConfig({ SECRET: 's'.repeat(32), MAIL: mail }, '/nowhere')
  expect(() => read('/var/mail/ada')).not.toThrow()
  expect(() => read('var/mail/ada')).toThrow('MAIL: Use "off"')
})
