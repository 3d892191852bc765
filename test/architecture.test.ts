import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'

/** Slices in dependency order, from upstream to downstream. */
const line = [
  'settings',
  'identity',
  'accounts',
  'notices',
  'keys',
  'webhooks',
  'files',
  'look',
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
  'suspensions',
  'reports',
  'exports',
  'blog',
  'content',
  'announcements',
  'mails',
  'imports',
  'staff',
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
    /^server\/([\w-]+\.ts$|(backups|config|development|docs|doctor|health|pages|pictures)\/|privacy\/(privacy|retention)\.ts$)/,
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

/** The parts of the repository that each kind of file may import, types included. */
const parts: Record<Exclude<Kind, 'free'>, RegExp> = {
  contract: /^(#contract\/|\.\/)/,
  web: /^(#contract\/|#web\/|\.\/)/,
  kernel: /^#(contract\/|server\/kernel\/)/,
  composition: /^#(contract|server|web)\//,
  store: /^#(contract\/|server\/(?!kernel\/)|server\/kernel\/(db\/|erasing\.ts$))/,
  compose: /^#(contract|server)\//,
  routes: /^#(contract|server)\//,
  rules: /^#(contract|server)\//,
}

/**
 * The files that may import a package, types included. A package that is not listed may not be imported at all. `web`
 * and `kernel` stand for their folders, `composition` for the files of that kind.
 */
const packages: Record<string, readonly (RegExp | 'web' | 'kernel' | 'composition')[]> = {
  '@fastify/compress': [/^server\/app\.ts$/],
  '@fastify/helmet': [/^server\/app\.ts$/],
  '@fastify/static': ['composition'],
  '@fontsource-variable/figtree': [/^web\/ui\/fonts\.ts$/],
  '@hotjar/browser': [/^web\/beside\/analytics\.ts$/],
  '@internationalized/date': [/^web\/ui\/dates\//, /^server\/kernel\/day\.ts$/],
  '@node-rs/argon2': [/^server\/identity\/passwords\//],
  '@opentelemetry/api': [/^server\/kernel\/telemetry\//],
  '@opentelemetry/exporter-metrics-otlp-http': [/^server\/kernel\/telemetry\/otlp\.ts$/],
  '@opentelemetry/exporter-trace-otlp-http': [/^server\/kernel\/telemetry\/otlp\.ts$/],
  '@opentelemetry/resources': [/^server\/kernel\/telemetry\//],
  '@opentelemetry/sdk-metrics': [/^server\/kernel\/telemetry\//],
  '@opentelemetry/sdk-trace': [/^server\/kernel\/telemetry\/otlp\.ts$/],
  '@react-router/dev': [/^web\/routes\.ts$/],
  '@zxcvbn-ts/language-common': [/^server\/identity\/passwords\//],
  aws4fetch: [/^server\/kernel\/storage\//],
  cookie: ['composition', /^server\/kernel\/db\/own-writes\.ts$/, /^server\/identity\/tokens\//],
  'csv-parse': [/^server\/imports\/csv\.ts$/],
  culori: [/^contract\/palette\.ts$/],
  'date-holidays': [/^server\/holidays\//],
  'fast-json-stringify': [/^server\/kernel\/http\//],
  fastify: [
    'composition',
    'kernel',
    /\/([\w-]+-)?(routes|plugin)\.ts$/,
    /^server\/identity\/tokens\/caller\.ts$/,
  ],
  feed: [/^server\/blog\/feed-view\.ts$/],
  firebase: [/^web\/identity\//, /^web\/admin\/parts\/confirm-acts\.tsx$/],
  fontkit: [/^server\/kernel\/drawing\//],
  'h3-js': [/^server\/search\/cells\.ts$/],
  'ical.js': [/^server\/calendar\//, /^server\/bookings\/papers\//],
  imapflow: [/^server\/kernel\/outside\/imap\.ts$/],
  jose: [/^server\/identity\/(federation|tokens)\//],
  kysely: [
    /^server\/kernel\//,
    /^server\/\w+\/(\w+\/)?([\w-]+-)?store\.ts$/,
    /^server\/(health|development)\//,
  ],
  'lru-cache': [/^server\/kernel\/cache\//],
  'lucide-react': [/^web\/ui\/icon-plugin\.ts$/],
  'maplibre-gl': [/^web\/search\//],
  negotiator: [/^server\/pages\/encoding\.ts$/],
  nodemailer: [/^server\/kernel\/mail\/mail\.ts$/],
  ofetch: [/^web\/api-client\.ts$/],
  'openid-client': [/^server\/identity\/federation\//],
  pdfkit: [/^server\/kernel\/drawing\/pdf\.ts$/],
  pg: ['kernel', /^server\/backups\//],
  'pg-boss': [/^server\/kernel\/jobs\/jobs\.ts$/],
  pino: [/^server\/kernel\/log\.ts$/],
  pmtiles: [/^web\/search\/map-canvas\.ts$/],
  'postal-mime': [/^server\/mails\/report\.ts$/],
  'prom-client': [/^server\/kernel\/metrics\//, /^server\/health\//],
  'rate-limiter-flexible': [/^server\/kernel\/http\/limits\.ts$/],
  react: ['web'],
  'react-aria-components': [/^web\/ui\/(dates|forms)\/[\w-]+-rich\.tsx$/],
  'react-dom': ['web'],
  'react-router': ['web', 'composition'],
  recharts: [/^web\/ui\/bar-drawing\.tsx$/],
  'rehype-sanitize': [/^server\/blog\/markdown\.ts$/],
  'rehype-stringify': [/^server\/blog\/markdown\.ts$/],
  'remark-gfm': [/^server\/blog\/markdown\.ts$/],
  'remark-parse': [/^server\/blog\/markdown\.ts$/],
  'remark-rehype': [/^server\/blog\/markdown\.ts$/],
  'schema-dts': ['web'],
  sharp: [/^server\/kernel\/drawing\//],
  sonner: [/^web\/ui\/overlay\//],
  stripe: [/^server\/kernel\/outside\/stripe\.ts$/],
  tailwindcss: [/^web\/ui\/icon-plugin\.ts$/],
  unified: [/^server\/blog\/markdown\.ts$/],
  uqr: [/^server\/lost\/view\.ts$/],
  'virtual:land': [/^web\/search\/map-canvas\.ts$/],
  'virtual:software': [/^web\/blog\/software-page\.tsx$/],
  'web-push': [/^server\/kernel\/outside\/push\.ts$/],
  yazl: [/^server\/kernel\/storage\/zip\.ts$/],
  zod: [/^contract\//, /^server\/(?!.*store\.ts$)/],
  zustand: ['web'],
  // Pure functions of Node.js, and those that reach files, threads or the network.
  'node:crypto': [/^server\/(?!.*store\.ts$)/],
  'node:async_hooks': ['kernel'],
  'node:module': ['composition', 'kernel', /^server\/places\/import\.ts$/],
  'node:os': ['kernel', /^server\/identity\/passwords\/hash\.ts$/, /^server\/files\/process-commands\.ts$/],
  'node:path': ['composition', 'kernel', /^server\/files\/process-commands\.ts$/],
  'node:fs': ['composition', 'kernel', /^server\/(files|exports)\/[\w-]+-commands\.ts$/],
  'node:fs/promises': [
    'composition',
    'kernel',
    /^server\/(files|exports)\/[\w-]+-commands\.ts$/,
    /\/import\.ts$/,
  ],
  'node:stream': ['composition', 'kernel', /^server\/(files|exports)\/[\w-]+-commands\.ts$/],
  'node:tls': ['kernel'],
  'node:timers/promises': ['composition', 'kernel', /^server\/blog\/commands\.ts$/],
  'node:zlib': ['composition', 'kernel'],
  'node:net': ['composition', 'kernel'],
  'node:url': ['composition'],
  'node:util': [
    /^server\/development\//,
    /^server\/kernel\/backup\//,
    /^server\/imports\/check-commands\.ts$/,
  ],
  'node:vm': ['composition'],
  'node:child_process': ['kernel', /^server\/development\//],
  'node:dns': ['kernel'],
  'node:http': ['kernel'],
  'node:https': ['kernel'],
  'node:perf_hooks': ['kernel'],
  'node:worker_threads': ['kernel'],
}
/** Returns the listed package to which an imported name belongs: `react` for `react/jsx-runtime`. */
const packageOf = (target: string) => {
  const words = target.split('/')
  const lengths = words.map((_, index) => words.length - index)
  return lengths
    .map((length) => words.slice(0, length).join('/'))
    .find((name) => Object.hasOwn(packages, name))
}

const kindOf = (file: string): Kind => kinds.find(([pattern]) => pattern.test(file))![1]
const sliceOf = (path: string) => /^#?server\/(\w+)\/(?:\w+\/)?[^/]+$/.exec(path)?.[1]
const roomOf = (path: string) => {
  const [, side, room] = /^#?(server|web)\/bookings\/(\w+)\//.exec(path) ?? []
  return room ? { line: side === 'server' ? rooms.server : rooms.web, room } : undefined
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
  if (!/^[#.]/.test(target)) return packageOffence(file, kind, target)
  if (!parts[kind].test(target)) return `${kind} may not import it`
  if (
    kind === 'web' &&
    target.startsWith('#contract/') &&
    !typeOnly &&
    !/\/(codes|entries|palette|problem|words)\.ts$/.test(target)
  )
    return 'the browser gets the types of the contract, not zod'
  return sliceOffence(file, kind, { target, typeOnly })
}

function packageOffence(file: string, kind: Kind, target: string): string | undefined {
  const name = packageOf(target)
  if (!name) return 'no file may import this package: list it in `packages`'
  const isAllowed = packages[name]!.some((place) =>
    typeof place === 'string' ? place === kind : place.test(file),
  )
  return isAllowed ? undefined : `${name} belongs elsewhere`
}

/** Returns why one slice may not import a file of another, or a file of its own of another kind. */
function sliceOffence(file: string, kind: Kind, { target, typeOnly }: Import): string | undefined {
  const [slice, other] = [sliceOf(file), sliceOf(target)]
  if (!slice || !other || [slice, other].includes('kernel')) return undefined
  const otherKind = kindOf(nameOf(target))
  if (kind === 'composition' || otherKind === 'composition') return undefined
  const isCommand = /\/([\w-]+-)?commands\.ts$/.test(target)
  if (slice !== other) {
    const offence = neighbourOffence(slice, other, { otherKind, isCommand, typeOnly })
    if (offence) return offence
  }
  // Rules and stores see the types of rows and of use cases, but call neither.
  if (typeOnly && (otherKind === 'store' || isCommand)) return undefined
  return pureOffences[kind]?.(otherKind)
}

function neighbourOffence(
  slice: string,
  other: string,
  { otherKind, isCommand, typeOnly }: { otherKind: Kind; isCommand: boolean; typeOnly: boolean },
): string | undefined {
  if (otherKind === 'store') return 'a store belongs to its slice'
  if (otherKind !== 'compose') return undefined
  if (!isCommand) return 'another slice is entered by its commands'
  const isDownstream = line.indexOf(other) > line.indexOf(slice)
  return isDownstream && !typeOnly ? `${other} is downstream of ${slice}: reach it by a job` : undefined
}

const pureOffences: Partial<Record<Kind, (otherKind: Kind) => string | undefined>> = {
  rules: (otherKind) => (otherKind === 'rules' ? undefined : 'rules are pure'),
  store: (otherKind) =>
    otherKind === 'rules' || otherKind === 'store' ? undefined : 'a store imports rules and stores',
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

test('every package listed in the law is imported by some file, and each of its places by at least one', () => {
  const imported = files.flatMap((file) =>
    importsOf(file).map(({ target }) => ({ file, kind: kindOf(file), name: packageOf(target) })),
  )
  const unused = Object.entries(packages).flatMap(([name, places]) =>
    places
      .filter(
        (place) =>
          !imported.some(
            (one) =>
              one.name === name &&
              one.kind !== 'free' &&
              (typeof place === 'string' ? place === one.kind : place.test(one.file)),
          ),
      )
      .map((place) => `${name}: ${String(place)}`),
  )
  expect(unused).toEqual([])
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
    ['server/bookings/commands.ts', { target: 'left-pad', typeOnly: false }],
    ['server/bookings/commands.ts', { target: 'kysely', typeOnly: true }],
    ['server/bookings/store.ts', { target: 'node:crypto', typeOnly: false }],
    ['web/home/home-page.tsx', { target: 'firebase/auth', typeOnly: true }],
    ['server/bookings/commands.ts', { target: '#server/sitters/store.ts', typeOnly: true }],
    ['server/bookings/commands.ts', { target: '#server/sitters/view.ts', typeOnly: true }],
    ['server/bookings/money/price.ts', { target: '#server/bookings/view.ts', typeOnly: true }],
    ['server/bookings/commands.ts', { target: '#test/build.ts', typeOnly: false }],
    ['server/app.ts', { target: '#database/demo/town.ts', typeOnly: false }],
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

/** Returns the parameter lists in which dependencies and a transaction are two parameters. */
const sideBySide = (code: string) =>
  code
    .match(/\([^()]*(?:\([^()]*\)[^()]*)*\btx: Tx\b[^()]*(?:\([^()]*\)[^()]*)*\)/g)
    ?.filter((list) => /Deps\b/.test(list)) ?? []

test('the transaction is the db of the dependencies, never a parameter beside them', () => {
  const offences = files
    .filter((file) => file.startsWith('server/') && kindOf(file) !== 'free')
    .flatMap((file) => sideBySide(codeOf(file)).map((list) => `${file}: ${list}`))
  expect(offences).toEqual([])
  expect(sideBySide('move(deps: Deps, tx: Tx, id: string)')).toHaveLength(1)
  expect(sideBySide("({ now }: Pick<Deps, 'now'>,\n  tx: Tx,\n  then: () => void,\n)")).toHaveLength(1)
})

test('only the configuration reads the environment', () => {
  const readers = files.filter(
    (file) =>
      /^(server|web|contract)\//.test(file) && kindOf(file) !== 'free' && /process\.env/.test(codeOf(file)),
  )
  expect(readers).toEqual([])
})

test('only stores contain SQL, with two known exceptions', () => {
  const filesWithSql = files
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
  expect(filesWithSql.sort()).toEqual(['server/development/demo-people.ts', 'server/health/health.ts'])
})

test('only the table of advisory locks has keys of them, so that no two locks share a key by chance', () => {
  const table = 'server/kernel/db/advisory-locks.ts'
  const others = files.filter(
    (file) =>
      /^(server|database|scripts)\//.test(file) &&
      file !== table &&
      /advisory_\w*lock\w*\((?!\$\{advisoryLocks[.[])/.test(readFileSync(file, 'utf8')),
  )
  expect(others).toEqual([])
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
  const sources = files.filter(
    (file) => /^(contract|server|web)\//.test(file) && !/\.test\.|^web\/dev\//.test(file),
  )
  const divided = /\/ 100\b\)?[^\n]{0,20}\.toFixed|\b(amount|price|total|fee|rate)\w*[^;\n]{0,20}\.toFixed\(/i
  expect(sources.filter((file) => file !== 'web/format.ts' && divided.test(codeOf(file)))).toEqual([])
  const bare = /'[^'\n]*[a-z] \d+\.\d{2}\b[^'\n]*'/g
  const amounts = sources.flatMap((file) => readFileSync(file, 'utf8').match(bare) ?? [])
  expect(amounts.filter((words) => !words.includes('currency'))).toEqual([])
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
