import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { endpoints } from '#contract/endpoints.ts'
import { problems } from '#contract/problem.ts'
import { isPermission, mayDo, permissions, roles } from '#contract/staff/codes.ts'
import { readConfig, variables } from '#server/config/config.ts'
import { openApi } from '#server/docs/openapi.ts'
import { openDb } from '#server/kernel/db/db.ts'
import { readMigrations } from '#server/kernel/db/migrate.ts'
import { jobHandlers, jobSchedules, routes } from '#server/slices.ts'
import { testDeps } from '#test/build.ts'

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`
const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')

test('every endpoint of the contract is mounted exactly once, and no other endpoint is mounted', () => {
  expect(routes.map(({ endpoint }) => nameOf(endpoint)).sort()).toEqual(endpoints.map(nameOf).sort())
})

test('only these endpoints are public', () => {
  expect(
    endpoints
      .filter(({ access }) => access === 'public')
      .map(nameOf)
      .sort(),
  ).toEqual([
    'GET /v1/announcements/shown',
    'GET /v1/cities',
    'GET /v1/cities/:placeId',
    'GET /v1/documents/:section/:slug',
    'GET /v1/feeds/reviews',
    'GET /v1/feeds/sitters',
    'GET /v1/fees',
    'GET /v1/help',
    'GET /v1/holidays',
    'GET /v1/holidays.ics',
    'GET /v1/invites/:code',
    'GET /v1/lists/:code',
    'GET /v1/lost/:code',
    'GET /v1/places',
    'GET /v1/places/:placeId',
    'GET /v1/places/in-sight',
    'GET /v1/policies/example',
    'GET /v1/posts',
    'GET /v1/posts/:postId',
    'GET /v1/ranking',
    'GET /v1/rate-medians',
    'GET /v1/settings',
    'GET /v1/sitters',
    'GET /v1/sitters/:sitterId/availability.ics',
    'GET /v1/sitters/:sitterId/calendar',
    'GET /v1/sitters/:sitterId/pets',
    'GET /v1/sitters/:sitterId/reviews',
    'GET /v1/sitters/briefs',
    'GET /v1/sitters/by-id/:sitterId',
    'GET /v1/sitters/close-matches',
    'GET /v1/sitters/facets',
    'GET /v1/sitters/photos',
    'GET /v1/sitters/pins',
    'POST /v1/bookings/calculate-cost',
    'POST /v1/lost/:code/sightings',
  ])
})

test('the access matrix of the desk: each endpoint, its permission, and the roles that have it', () => {
  const initials = { instance_owner: 'I', operator: 'O', support: 'S', moderator: 'M', accountant: 'A' }
  const matrix = endpoints.flatMap(({ access, ...one }) =>
    isPermission(access)
      ? `${nameOf(one)} | ${access} | ${roles.map((role) => (mayDo([role], access) ? initials[role] : '-')).join('')}`
      : [],
  )
  expect(matrix.sort()).toEqual([
    'DELETE /v1/admin/api-keys/:keyId | integrations.change | IO---',
    'DELETE /v1/admin/content/:kind/:slug/draft | content.change | IO---',
    'DELETE /v1/admin/people/:accountId/notes/:noteId | people.note | IOS--',
    'DELETE /v1/admin/webhooks/:webhookId | integrations.change | IO---',
    'GET /v1/admin/acts | audit.read | IO---',
    'GET /v1/admin/acts.csv | audit.read | IO---',
    'GET /v1/admin/announcements | content.read | IO---',
    'GET /v1/admin/api-keys | integrations.read | IO---',
    'GET /v1/admin/bookings | bookings.read | IOS-A',
    'GET /v1/admin/bookings.csv | bookings.read | IOS-A',
    'GET /v1/admin/bookings/:bookingId | bookings.read | IOS-A',
    'GET /v1/admin/bookings/:bookingId/split | bookings.read | IOS-A',
    'GET /v1/admin/cases | cases.read | IOS--',
    'GET /v1/admin/cases.csv | cases.read | IOS--',
    'GET /v1/admin/cases/:caseId | cases.read | IOS--',
    'GET /v1/admin/content | content.read | IO---',
    'GET /v1/admin/content/:kind/:slug | content.read | IO---',
    'GET /v1/admin/content/:kind/:slug/versions | content.read | IO---',
    'GET /v1/admin/desk | desk.read | IOSMA',
    'GET /v1/admin/disputes | money.read | IO--A',
    'GET /v1/admin/fee-invoices | money.read | IO--A',
    'GET /v1/admin/fee-invoices.csv | money.read | IO--A',
    'GET /v1/admin/fee-invoices/:invoiceId | money.read | IO--A',
    'GET /v1/admin/fee-invoices/:invoiceId/invoice.pdf | money.read | IO--A',
    'GET /v1/admin/holidays | settings.read | IO---',
    'GET /v1/admin/import-template.csv | people.import | IO---',
    'GET /v1/admin/imports | people.import | IO---',
    'GET /v1/admin/imports/:importId | people.import | IO---',
    'GET /v1/admin/imports/:importId/report.csv | people.import | IO---',
    'GET /v1/admin/imports/:importId/rows | people.import | IO---',
    'GET /v1/admin/invariants | money.read | IO--A',
    'GET /v1/admin/ledger/corrections | money.read | IO--A',
    'GET /v1/admin/ledger/months/:month | money.read | IO--A',
    'GET /v1/admin/ledger/months/:month/closing.pdf | money.read | IO--A',
    'GET /v1/admin/ledger/months/:month/entries.csv | money.read | IO--A',
    'GET /v1/admin/ledger/transfers | money.read | IO--A',
    'GET /v1/admin/ledger/transfers.csv | money.read | IO--A',
    'GET /v1/admin/ledger/trial-balance | money.read | IO--A',
    'GET /v1/admin/look | settings.read | IO---',
    'GET /v1/admin/look/versions | settings.read | IO---',
    'GET /v1/admin/mail-previews | mails.read | IOS--',
    'GET /v1/admin/mail-previews/:event/:to | mails.read | IOS--',
    'GET /v1/admin/mail-suppressions | mails.read | IOS--',
    'GET /v1/admin/mails | mails.read | IOS--',
    'GET /v1/admin/mails/:mailId | mails.read | IOS--',
    'GET /v1/admin/payouts | money.read | IO--A',
    'GET /v1/admin/payouts.csv | money.read | IO--A',
    'GET /v1/admin/people | people.read | IOS--',
    'GET /v1/admin/people/:accountId | people.read | IOS--',
    'GET /v1/admin/people/:accountId/deletion | people.erase | IO---',
    'GET /v1/admin/people/:accountId/merge | people.merge | IO---',
    'GET /v1/admin/promo-codes | money.read | IO--A',
    'GET /v1/admin/reports | reports.read | IO-M-',
    'GET /v1/admin/reports.csv | reports.read | IO-M-',
    'GET /v1/admin/reports/:reportId | reports.read | IO-M-',
    'GET /v1/admin/settings | settings.read | IO---',
    'GET /v1/admin/settings/versions | settings.read | IO---',
    'GET /v1/admin/sitters | profiles.read | IOSM-',
    'GET /v1/admin/sitters/:sitterId | profiles.read | IOSM-',
    'GET /v1/admin/webhooks | integrations.read | IO---',
    'GET /v1/admin/webhooks/:webhookId/deliveries | integrations.read | IO---',
    'POST /v1/admin/announcements | content.change | IO---',
    'POST /v1/admin/api-keys | integrations.change | IO---',
    'POST /v1/admin/bookings/:bookingId/cancel | bookings.cancel | IO---',
    'POST /v1/admin/cases/:caseId/resolve | cases.decide | IO---',
    'POST /v1/admin/content/:kind/:slug/hide | content.change | IO---',
    'POST /v1/admin/content/:kind/:slug/publish | content.change | IO---',
    'POST /v1/admin/content/:kind/:slug/restore | content.change | IO---',
    'POST /v1/admin/content/:kind/:slug/withdraw | content.change | IO---',
    'POST /v1/admin/content/pictures | content.change | IO---',
    'POST /v1/admin/content/preview | content.read | IO---',
    'POST /v1/admin/imports | people.import | IO---',
    'POST /v1/admin/imports/:importId/invite | people.import | IO---',
    'POST /v1/admin/imports/:importId/run | people.import | IO---',
    'POST /v1/admin/imports/:importId/undo | people.import | IO---',
    'POST /v1/admin/ledger/corrections | money.change | IO---',
    'POST /v1/admin/ledger/corrections/:correctionId/approve | money.change | IO---',
    'POST /v1/admin/ledger/corrections/:correctionId/reject | money.change | IO---',
    'POST /v1/admin/look/restore | settings.change | IO---',
    'POST /v1/admin/mail-suppressions | mails.change | IO---',
    'POST /v1/admin/mail-suppressions/:suppressionId/remove | mails.change | IO---',
    'POST /v1/admin/mails/:mailId/leave | mails.change | IO---',
    'POST /v1/admin/mails/:mailId/resend | mails.change | IO---',
    'POST /v1/admin/mails/resend | mails.change | IO---',
    'POST /v1/admin/mails/test | mails.change | IO---',
    'POST /v1/admin/payouts/:payoutId/retry | money.change | IO---',
    'POST /v1/admin/people.csv | people.export | IO---',
    'POST /v1/admin/people/:accountId/correct | people.correct | IO---',
    'POST /v1/admin/people/:accountId/delete | people.erase | IO---',
    'POST /v1/admin/people/:accountId/end-sessions | people.secure | IOS--',
    'POST /v1/admin/people/:accountId/exports | people.erase | IO---',
    'POST /v1/admin/people/:accountId/keep | people.erase | IO---',
    'POST /v1/admin/people/:accountId/merge | people.merge | IO---',
    'POST /v1/admin/people/:accountId/notes | people.note | IOS--',
    'POST /v1/admin/people/:accountId/reset-password | people.secure | IOS--',
    'POST /v1/admin/people/:accountId/restore | people.suspend | IO---',
    'POST /v1/admin/people/:accountId/roles | roles.change | I----',
    'POST /v1/admin/people/:accountId/suspend | people.suspend | IO---',
    'POST /v1/admin/people/:accountId/view | people.view | IOS--',
    'POST /v1/admin/people/:accountId/view/end | people.view | IOS--',
    'POST /v1/admin/promo-codes | money.change | IO---',
    'POST /v1/admin/promo-codes/:promoId/end | money.change | IO---',
    'POST /v1/admin/reports/:reportId/decide | reports.decide | IO-M-',
    'POST /v1/admin/settings/preview | settings.read | IO---',
    'POST /v1/admin/settings/restore | settings.change | IO---',
    'POST /v1/admin/sitters/:sitterId/approve | profiles.decide | IOSM-',
    'POST /v1/admin/sitters/:sitterId/send-back | profiles.decide | IOSM-',
    'POST /v1/admin/webhooks | integrations.change | IO---',
    'POST /v1/admin/webhooks/:webhookId/deliveries/:deliveryId/replay | integrations.change | IO---',
    'POST /v1/admin/webhooks/:webhookId/secret | integrations.change | IO---',
    'POST /v1/admin/webhooks/:webhookId/test | integrations.change | IO---',
    'PUT /v1/admin/announcements/:announcementId | content.change | IO---',
    'PUT /v1/admin/content/:kind/:slug/draft | content.change | IO---',
    'PUT /v1/admin/disputes/:disputeId | money.change | IO---',
    'PUT /v1/admin/fee-invoice-settings | settings.change | IO---',
    'PUT /v1/admin/fee-invoices/:invoiceId | money.change | IO---',
    'PUT /v1/admin/holidays | settings.change | IO---',
    'PUT /v1/admin/look | settings.change | IO---',
    'PUT /v1/admin/people/:accountId/notes/:noteId | people.note | IOS--',
    'PUT /v1/admin/settings | settings.change | IO---',
    'PUT /v1/admin/sitter-review | settings.change | IO---',
    'PUT /v1/admin/webhooks/:webhookId | integrations.change | IO---',
  ])
})

test('every permission is used, and every endpoint below /v1/admin needs one', () => {
  const used = new Set<string>(endpoints.map(({ access }) => access))
  expect(Object.keys(permissions).filter((name) => !used.has(name))).toEqual([])
  const isOfDesk = ({ path }: { path: string }) => path.startsWith('/v1/admin/')
  expect(endpoints.filter((one) => isOfDesk(one) !== isPermission(one.access)).map(nameOf)).toEqual([])
})

test('only writes of the desk, account deletion, data export, new API keys and webhooks require a recent sign-in', () => {
  const ofDesk = endpoints.filter(({ access }) => isPermission(access))
  const onlyReads = (one: (typeof ofDesk)[number]) =>
    one.method === 'GET' || 'calculates' in one || 'draft' in one
  expect(ofDesk.filter((one) => onlyReads(one) === 'freshSignIn' in one).map(nameOf)).toEqual([
    // It only writes down that a view has ended.
    'POST /v1/admin/people/:accountId/view/end',
  ])
  const ofOneself = endpoints.filter((one) => one.freshSignIn && !isPermission(one.access)).map(nameOf)
  expect(ofOneself.sort()).toEqual([
    'DELETE /v1/accounts/:accountId',
    'POST /v1/accounts/:accountId/exports',
    'POST /v1/accounts/:accountId/exports/:exportId/address',
    'POST /v1/api-keys',
    'POST /v1/webhooks',
    'POST /v1/webhooks/:webhookId/secret',
  ])
})

test('apart from the contract, pages and sign-in, only these routes are served', () => {
  const served = globSync('server/{*,{config,development,health,pages,pictures,privacy}/*}.ts')
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/\bapp\.(\w+)(?:<[^(]*>)?\(\s*'(\/[^']*)'/g)])
    .map(([, method, path]) => `${method} ${path}`)
  expect(served.sort()).toEqual([
    'all /*',
    'get /blog/feed.json',
    'get /blog/rss.xml',
    'get /calendars/:file',
    'get /deletion/:code',
    'get /dev/mailbox',
    'get /dev/mailbox.json',
    'get /dev/mailbox/:mailId',
    'get /dev/mailbox/:mailId/html',
    'get /docs',
    'get /docs/*',
    'get /exports/:exportId/:file',
    'get /favicon.svg',
    'get /files/:hash/:file',
    'get /files/private/:fileId/:file',
    'get /healthz',
    'get /icons/:file',
    'get /manifest.webmanifest',
    'get /metrics',
    'get /pictures/cities/:placeId/:file',
    'get /pictures/cities/:placeId/:service/:file',
    'get /pictures/posts/:postId/:file',
    'get /pictures/site/:file',
    'get /pictures/sitters/:sitterId/:file',
    'get /portraits/:species/:name',
    'get /problems/:code',
    'get /readyz',
    'get /robots.txt',
    'get /sitemap.xml',
    'get /sitemaps/cities/:file',
    'get /sitemaps/pages.xml',
    'get /sitemaps/sitters/:file',
    'get /unsubscribe/:token',
    'get /v1/docs',
    'get /v1/openapi.json',
    'get /widget.js',
    'get /widget/search',
    'get /widget/sitters/:sitterId',
    'post /deletion/:code',
    'post /unsubscribe/:token',
    'post /unsubscribe/:token/undo',
  ])
})

test('only these calls, which create a booking or decide about money, require an Idempotency-Key', () => {
  expect(endpoints.filter(({ idempotencyKey }) => idempotencyKey === 'required').map(nameOf)).toEqual([
    'POST /v1/bookings',
    'POST /v1/bookings/:bookingId/offers',
    'POST /v1/admin/cases/:caseId/resolve',
    'POST /v1/admin/bookings/:bookingId/cancel',
    'POST /v1/admin/ledger/corrections',
    'POST /v1/admin/ledger/corrections/:correctionId/approve',
  ])
})

test('only the two account lookups use the account-load lane', () => {
  expect(
    endpoints
      .filter(({ lane }) => lane === 'account-load')
      .map(nameOf)
      .sort(),
  ).toEqual(['GET /v1/accounts/by-external-id/:externalUserId', 'GET /v1/accounts/by-id/:accountId'])
})

test('the server renders personal data on these pages only', () => {
  // Never `on-duty-page` or `care-page`: the service worker keeps their HTML on the device (decision 56).
  const pages = globSync('web/**/*-page.tsx').filter((file) => read(file).includes('loadOnServer('))
  expect(pages.sort()).toEqual([
    'web/accounts/account-page.tsx',
    'web/accounts/profile-page.tsx',
    'web/bookings/bookings-page.tsx',
    'web/bookings/papers/earnings-page.tsx',
    'web/bookings/requests-page.tsx',
    'web/care/today-page.tsx',
    'web/pets/pets-page.tsx',
    'web/sitters/sitting-page.tsx',
  ])
})

test('every job has exactly one handler, and every schedule refers to a handled job', () => {
  const config = readConfig({ SECRET: 'x'.repeat(32), LOG_LEVEL: 'silent' }, '/nowhere')
  const db = openDb('postgres://nowhere', { max: 1 })
  onTestFinished(() => db.destroy())
  const handled = jobHandlers({ ...testDeps(db), site: config.site }, config).map(({ name }) => name)
  expect(new Set(handled).size).toBe(handled.length)
  const named = [...read('server/kernel/jobs/jobs.ts').matchAll(/^ {2}'([a-z]+\.[a-z-]+)'/gm)].map(
    ([, name]) => name!,
  )
  expect([...handled].sort()).toEqual(named.sort())
  expect(jobSchedules.every(({ name }) => handled.includes(name))).toBe(true)
})

test('the pages in docs/problems match the problem codes exactly', () => {
  const pages = globSync('docs/problems/*.md').map((file) =>
    file.slice('docs/problems/'.length, -'.md'.length),
  )
  expect(pages.sort()).toEqual(Object.keys(problems).sort())
})

test('no business error uses a status code that clients retry', () => {
  const repeated = Object.entries(problems).filter(([, [status]]) =>
    [408, 409, 425, 429, 500, 502, 503, 504].includes(status),
  )
  expect(repeated.map(([code]) => code).sort()).toEqual([
    'rate-limited',
    'request-running',
    'unavailable',
    'unexpected',
  ])
})

test('the committed openapi.json is up to date', () => {
  expect(JSON.parse(read('contract/openapi.json'))).toEqual(JSON.parse(JSON.stringify(openApi(endpoints))))
})

test('the document lists the parameters of the search, whose query is a named shape', () => {
  const { paths } = z
    .object({
      paths: z.record(
        z.string(),
        z.object({ get: z.looseObject({ parameters: z.array(z.object({ name: z.string() })) }).optional() }),
      ),
    })
    .parse(openApi(endpoints))
  const named = paths['/v1/sitters']?.get?.parameters.map(({ name }) => name)
  expect(named).toEqual(expect.arrayContaining(['service', 'start', 'pets', 'sort', 'cursor']))
})

test('released migrations are unchanged, and the dumped schema contains every table', async () => {
  const released = z.record(z.string(), z.string()).parse(JSON.parse(read('database/released.json')))
  const now = Object.fromEntries((await readMigrations()).map(({ name, hash }) => [name, hash]))
  expect(now).toMatchObject(released)
  const tables = (await readMigrations()).flatMap(({ sql }) =>
    [...sql.matchAll(/create table (?:if not exists )?([\w.]+)/g)].map(([, name]) => name!),
  )
  const schema = read('database/schema.sql')
  expect(
    tables.filter(
      (name) => !schema.includes(`create table ${name.includes('.') ? name : `public.${name}`} `),
    ),
  ).toEqual([])
})

test('.env.example and OPERATING.md list exactly the supported environment variables', () => {
  const names = Object.keys(variables).sort()
  const example = [...read('.env.example').matchAll(/^#([A-Z\d_]+)=/gm)].map(([, name]) => name!)
  expect(example.sort()).toEqual(names)
  const guide = new Set(
    [...read('OPERATING.md').matchAll(/^\| (.*?) \|/gm)].flatMap(([, cell]) =>
      [...cell!.matchAll(/`([A-Z\d_]+)`/g)].map(([, name]) => name!),
    ),
  )
  expect([...guide].sort()).toEqual(names)
})

test('all configuration errors are reported at once', () => {
  expect(() =>
    readConfig({ PORT: 'many', DATABASE_URL: 'mysql://x', DEMO: 'maybe', NODE_ENV: 'test' }, '/nowhere'),
  ).toThrow(/PORT[\s\S]*DATABASE_URL[\s\S]*DEMO/)
})

test('no file mentions local paths or the package registry', () => {
  const tracked = execFileSync('git', ['ls-files'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.(ts|tsx|mjs|md|sql|css|json)$/.test(file) && existsSync(file))
  const offences = tracked.filter(
    (file) =>
      file !== 'test/safety.test.ts' &&
      /\/work\/|\/tmp\/|registry\.npmjs\.org/.test(readFileSync(file, 'utf8')),
  )
  expect(offences).toEqual([])
})

test('no test is skipped, and no code has TODO marks or suppressed type checks', () => {
  const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => file && existsSync(file) && file !== 'test/safety.test.ts')
  const marks =
    /\b(TODO|FIXME|XXX|HACK)\b|\b(test|it|describe)\.(skip|only|todo)\(|@ts-(ignore|expect-error|nocheck)|: any\b|\bas any\b/
  expect(files.filter((file) => marks.test(readFileSync(file, 'utf8')))).toEqual([])
})

test('every comment that switches a lint rule off gives the reason', () => {
  const unexplained = (source: string) => source.match(/(?:oxlint|eslint)-disable(?!.* -- [\w`]).*/g) ?? []
  const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => file && existsSync(file) && file !== 'test/safety.test.ts')
  expect(files.flatMap((file) => unexplained(readFileSync(file, 'utf8')))).toEqual([])
  expect(unexplained('// oxlint-disable-next-line no-shadow')).toHaveLength(1)
})
