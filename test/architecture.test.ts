import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'

/** Slices in dependency order, from upstream to downstream. */
const line = [
  'settings',
  'identity',
  'accounts',
  'notices',
  'files',
  'blocks',
  'places',
  'holidays',
  'pets',
  'sitters',
  'search',
  'favourites',
  'calendar',
  'ledger',
  'payments',
  'bookings',
  'invoices',
  'messages',
  'reviews',
  'care',
  'lost',
  'households',
  'circle',
  'reports',
  'exports',
  'blog',
]

/**
 * The subfolders of `bookings`; each may import only those listed before it. The files directly in `bookings` combine
 * them (facts, guards, rows of the table, effects, views, mails; the pages), and any subfolder of the server may import
 * those files.
 */
const rooms = {
  server: [
    'money',
    'record',
    'life',
    'referral',
    'quote',
    'begin',
    'pay',
    'refund',
    'change',
    'case',
    'care',
    'papers',
    'desk',
    'leave',
  ],
  web: ['life', 'price', 'pay', 'begin', 'refund', 'change', 'case', 'care', 'papers'],
}

type Kind = 'contract' | 'web' | 'kernel' | 'composition' | 'store' | 'compose' | 'routes' | 'rules' | 'free'

/**
 * The kind of a file, by its path; the first matching row decides. All other files of a slice are rules: pure, without
 * I/O.
 */
const kinds: [pattern: RegExp, kind: Kind][] = [
  [/\.test\.tsx?$|^(test|e2e|bench|scripts|database)\//, 'free'],
  [/^contract\//, 'contract'],
  [/^web\//, 'web'],
  [/^server\/kernel\//, 'kernel'],
  [
    /^server\/([\w-]+\.ts$|(config|development|docs|health|pages|pictures)\/|privacy\/(privacy|retention)\.ts$)/,
    'composition',
  ],
  // The building blocks of sign-in: keys, hashes, limits, and the verifier composed of them.
  [
    /^server\/identity\/(deps|limits|federation\/federation|passwords\/hash|tokens\/(caller|hosted|keyring|verifier))\.ts$/,
    'compose',
  ],
  [/^server\/\w+\/(\w+\/)?([\w-]+-)?store\.ts$/, 'store'],
  [/^server\/\w+\/(\w+\/)?([\w-]+-)?(commands|effects|jobs|view|mails|import)\.ts$/, 'compose'],
  [/^server\/\w+\/(\w+\/)?([\w-]+-)?(routes|plugin)\.ts$/, 'routes'],
  [/^server\/\w+\//, 'rules'],
]

/** Allowed import targets for each kind of file. */
const laws: Record<Exclude<Kind, 'free' | 'composition'>, RegExp> = {
  contract: /^(zod|#contract\/|\.\/)/,
  web: /^(react|@react-router\/dev\/routes|sonner|zustand|ofetch|lucide-react|@internationalized\/date|@fontsource|@hotjar|firebase\/|schema-dts|maplibre-gl|pmtiles$|world-atlas\/|virtual:software$|#contract\/|#web\/|\.\/)/,
  kernel: /^(node:|[@a-z][\w@/.-]*$|#contract\/|#server\/kernel\/)/,
  store: /^(kysely|#contract\/|#server\/kernel\/db\/(db|schema|cursor)\.ts|#server\/\w+\/(\w+\/)?[\w-]+\.ts)/,
  compose:
    /^(node:crypto|#contract\/|#server\/|kysely|zod|jose|@node-rs\/argon2|rate-limiter-flexible|[a-z])/,
  routes: /^(fastify|#contract\/|#server\/)/,
  rules:
    /^(zod|jose|@internationalized\/date|h3-js|ical\.js$|@zxcvbn-ts\/|unified|remark|rehype|node:crypto|#contract\/|#server\/)/,
}

const kindOf = (file: string): Kind => kinds.find(([pattern]) => pattern.test(file))![1]
const sliceOf = (path: string) => /^#?server\/(\w+)\/(?:\w+\/)?[^/]+$/.exec(path)?.[1]
const roomOf = (path: string) => {
  const [, side, room] = /^#?(server|web)\/bookings\/(\w+)\//.exec(path) ?? []
  return side && room ? { line: rooms[side as keyof typeof rooms], room } : undefined
}
const nameOf = (path: string) => path.replace(/^#/, '')

type Import = { target: string; typeOnly: boolean }

function importsOf(file: string): Import[] {
  const source = readFileSync(file, 'utf8')
  const found = [
    ...source.matchAll(/^(?:import|export) (type )?[^'"]*?from '([^']+)'|^import '([^']+)'/gms),
  ].map(([, type, from, bare]) => ({
    target: (from ?? bare)!,
    typeOnly: type !== undefined,
  }))
  const dynamic = [...source.matchAll(/\bimport\(\s*'([^']+)'\s*\)/g)].map(([, target]) => ({
    target: target!,
    typeOnly: false,
  }))
  return [...found, ...dynamic]
}

const files = globSync('{contract,server,web,test,database,scripts}/**/*.{ts,tsx}').filter(
  (file) => !/schema\.ts$|\+types/.test(file),
)

/** Returns why an import is not allowed; undefined if it is. */
function offence(file: string, { target, typeOnly }: Import): string | undefined {
  const kind = kindOf(file)
  if (kind === 'free') return undefined
  const [from, to] = [roomOf(file), roomOf(target)]
  if (from && to && from.line === to.line && from.line.indexOf(to.room) > from.line.indexOf(from.room))
    return `the room ${to.room} comes after ${from.room}`
  if (kind === 'web') {
    if (/^#server\/|^\.\.?\/.*server\//.test(target)) return 'the web never imports the server'
    if (target.startsWith('#contract/') && !typeOnly && !/\/(codes|entries|problem)\.ts$/.test(target))
      return 'the browser gets the types of the contract, not zod'
  }
  if (kind !== 'composition' && !laws[kind].test(target)) return `${kind} may not import it`
  if (kind === 'kernel' && target.startsWith('#server/') && !target.startsWith('#server/kernel/'))
    return 'the kernel knows no slice'
  const slice = sliceOf(file)
  const other = sliceOf(target)
  if (!slice || slice === 'kernel' || !other || other === 'kernel') return undefined
  const otherKind = kindOf(nameOf(target))
  if (kind === 'composition' || otherKind === 'composition') return undefined
  if (slice !== other && otherKind === 'store' && !typeOnly) return 'a store belongs to its slice'
  if (slice !== other && otherKind === 'compose' && !typeOnly) {
    if (!/\/([\w-]+-)?commands\.ts$/.test(target)) return 'another slice is entered by its commands'
    if (line.indexOf(other) > line.indexOf(slice))
      return `${other} is downstream of ${slice}: reach it by a job`
  }
  if (
    kind === 'rules' &&
    (otherKind === 'store' || otherKind === 'compose' || otherKind === 'routes') &&
    !typeOnly
  )
    return 'rules are pure'
  if (kind === 'store' && otherKind !== 'rules' && otherKind !== 'store' && !typeOnly)
    return 'a store knows only rules'
  return undefined
}

test('every import follows the rules of ARCHITECTURE.md', () => {
  const offences = files.flatMap((file) =>
    importsOf(file).flatMap((one) => {
      const reason = offence(file, one)
      return reason ? [`${file} imports ${one.target}: ${reason}`] : []
    }),
  )
  expect(offences).toEqual([])
})

test('ARCHITECTURE.md lists exactly the existing folders, and the slices and rooms in dependency order', () => {
  const page = readFileSync('ARCHITECTURE.md', 'utf8')
  const inOrder = (words: string) => [...words.matchAll(/[\w-]+/g)].map(([word]) => word)
  const listAfter = (label: string) => inOrder(new RegExp(`${label}: ([^.]*)\\.`).exec(page)?.[1] ?? '')
  expect(listAfter('The slices')).toEqual(line)
  expect(listAfter('Rooms of `server/bookings`')).toEqual(rooms.server)
  expect(listAfter('Rooms of `web/bookings`')).toEqual(rooms.web)
  const tree = /```\n(contract\/[\s\S]*?)```/.exec(page)?.[1] ?? ''
  const named = tree.split('\n').flatMap((row) => inOrder(/^ *((?:[\w-]+\/ ?)+) /.exec(row)?.[1] ?? ''))
  const folders = globSync('{server,web}/*/').map((folder) => basename(folder))
  const known = new Set([...named, ...line])
  expect([...new Set(folders)].filter((folder) => !known.has(folder))).toEqual([])
  expect(named.filter((folder) => !globSync(`{.,server,web}/${folder}/`).length)).toEqual([])
})

test('every subfolder of bookings is in the dependency order', () => {
  for (const [side, line] of Object.entries(rooms)) {
    const folders = globSync(`${side}/bookings/*/`).map((folder) => basename(folder))
    expect(new Set(folders)).toEqual(new Set(line))
  }
})

test('positive control: each kind of forbidden import is detected', () => {
  const broken: [string, Import][] = [
    ['web/home/home-page.tsx', { target: '#server/bookings/money/price.ts', typeOnly: false }],
    ['web/home/home-page.tsx', { target: '#contract/bookings/bookings.ts', typeOnly: false }],
    ['contract/bookings/bookings.ts', { target: 'kysely', typeOnly: false }],
    ['server/kernel/http/http.ts', { target: '#server/bookings/commands.ts', typeOnly: false }],
    ['server/bookings/money/price.ts', { target: '#server/bookings/record/store.ts', typeOnly: false }],
    ['server/bookings/commands.ts', { target: '#server/sitters/store.ts', typeOnly: false }],
    ['server/sitters/commands.ts', { target: '#server/bookings/commands.ts', typeOnly: false }],
    ['server/bookings/commands.ts', { target: '#server/sitters/view.ts', typeOnly: false }],
    ['server/bookings/pay/effects.ts', { target: '#server/sitters/store.ts', typeOnly: false }],
    ['server/bookings/life/rule.ts', { target: '#server/bookings/case/case.ts', typeOnly: true }],
    ['web/bookings/price/price-card.tsx', { target: '#web/bookings/case/case-card.tsx', typeOnly: false }],
  ]
  expect(broken.filter(([file, one]) => !offence(file, one))).toEqual([])
})

/** Returns a file's code without comments and strings. */
const codeOf = (file: string) =>
  readFileSync(file, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g, '')

test('the server reads the time only from the injected clock, and stores never from SQL', () => {
  const clocks = /^server\/kernel\/clock\.ts$/
  const offences = files
    .filter((file) => file.startsWith('server/') && !clocks.test(file) && kindOf(file) !== 'free')
    .filter((file) => /\bDate\.now\(|\bnew Date\(\s*\)|\bMath\.random\(/.test(codeOf(file)))
  expect(offences).toEqual([])
  const sql = files
    .filter((file) => /^server\/.*store\.ts$/.test(file))
    .filter((file) =>
      /\bnow\(\)|current_(date|timestamp)/i.test(readFileSync(file, 'utf8').replaceAll(/\.now\(\)/g, '')),
    )
  expect(sql).toEqual([])
})

test('only the configuration reads the environment', () => {
  const readers = files.filter(
    (file) =>
      /^(server|web|contract)\//.test(file) && kindOf(file) !== 'free' && /process\.env/.test(codeOf(file)),
  )
  expect(readers).toEqual([])
})

test('only stores contain SQL, with two known exceptions', () => {
  const speakers = files
    .filter(
      (file) =>
        /^server\/\w+\//.test(file) &&
        !file.startsWith('server/kernel/') &&
        !['free', 'store'].includes(kindOf(file)),
    )
    .filter((file) =>
      /\.(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql`|\bsql</.test(readFileSync(file, 'utf8')),
    )
  // The health check and the list of demo people belong to no slice.
  expect(speakers.sort()).toEqual(['server/development/demo-people.ts', 'server/health/health.ts'])
})

test('only formatters use Intl, and only create-auth.ts changes internals of the client library', () => {
  const intl = files.filter(
    (file) =>
      file.startsWith('web/') &&
      kindOf(file) !== 'free' &&
      /\bIntl\./.test(codeOf(file)) &&
      !/^web\/(format\.ts|clock\.ts|ui\/)/.test(file),
  )
  expect(intl).toEqual([])
  const config = files.filter(
    (file) =>
      file.startsWith('web/') &&
      /assign\(\s*auth\.config|\bauth\.config\.\w+\s*=[^=]/.test(codeOf(file)) &&
      file !== 'web/identity/create-auth.ts',
  )
  expect(config).toEqual([])
})

test('no code or text formats an amount of money without its currency', () => {
  const speaking = files.filter(
    (file) => /^(contract|server|web)\//.test(file) && !/\.test\.|^web\/dev\//.test(file),
  )
  const divided = /\/ 100\b\)?[^\n]{0,20}\.toFixed|\b(amount|price|total|fee|rate)\w*[^;\n]{0,20}\.toFixed\(/i
  expect(speaking.filter((file) => file !== 'web/format.ts' && divided.test(codeOf(file)))).toEqual([])
  const bare = /'[^'\n]*[a-z] \d+\.\d{2}\b[^'\n]*'/g
  const said = speaking.flatMap((file) => readFileSync(file, 'utf8').match(bare) ?? [])
  expect(said.filter((words) => !words.includes('currency'))).toEqual([])
})

test('owners see prices with the fee; single rates appear only beside the text that says why it is left out', () => {
  const shown = files.filter(
    (file) => file.startsWith('web/') && !/^web\/(sitters\/own|admin|dev)\/|\.test\./.test(file),
  )
  const bare = shown.filter((file) => /\brates\.(?:base|catBase)\b/.test(codeOf(file)))
  expect(bare).toEqual(['web/sitters/public/rate-words.ts'])
  const listing = shown.filter((file) => /\brateLines\(/.test(codeOf(file)) && !bare.includes(file))
  expect(listing.filter((file) => !codeOf(file).includes('{whyWithoutFee}'))).toEqual([])
  expect(shown.filter((file) => /before fees/i.test(readFileSync(file, 'utf8')))).toEqual([
    'web/sitters/public/box-dates.tsx',
  ])
})

test('no source file except tests has more than 350 lines', () => {
  const long = files
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .filter(
      (file) =>
        readFileSync(file, 'utf8').split('\n').length > 350 &&
        !/schema\.ts$|common-passwords|other-names/.test(file),
    )
  expect(long).toEqual([])
})
