import { Link, useSearchParams } from 'react-router'
import { deskMailSorts, deskMailStates } from '#contract/mails/codes.ts'
import type { DeskMail } from '#contract/mails/mails.ts'
import { mayDo } from '#contract/staff/codes.ts'
import { useAccount } from '#web/accounts/account-layout.tsx'
import { mailPaths } from '#web/admin/mail-paths.ts'
import { asOperator } from '#web/admin/operator.ts'
import { DayCell } from '#web/admin/parts/day-cell.tsx'
import { DeskList } from '#web/admin/parts/desk-list.tsx'
import { DeskSearch } from '#web/admin/parts/desk-search.tsx'
import type { DeskColumn } from '#web/admin/parts/desk-table.tsx'
import { oneIn, wordsIn } from '#web/admin/parts/filter.ts'
import { MailTabs } from '#web/admin/parts/mail-tabs.tsx'
import { isResendable, mailResult, mailStates } from '#web/admin/parts/mail-words.ts'
import { MailActs, ResendAll } from '#web/admin/parts/mail-acts.tsx'
import { usePages } from '#web/admin/parts/pages.tsx'
import { TestMail } from '#web/admin/parts/test-mail.tsx'
import { peoplePaths } from '#web/admin/people-paths.ts'
import { api } from '#web/api.ts'
import { formatCount, plural } from '#web/format.ts'
import { OwnPageLoading, ownMeta } from '#web/layout/own-page.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Route } from './+types/mails-page.ts'

/** Reads the filter from the address; ignores invalid values. */
const filterOf = (address: URLSearchParams) => ({
  state: oneIn(address, 'state', deskMailStates) ?? 'given_up',
  q: wordsIn(address, 'q'),
  sort: oneIn(address, 'sort', deskMailSorts) ?? '-createdAt',
})
type Filter = ReturnType<typeof filterOf>

export const clientLoader = ({ request }: Route.ClientLoaderArgs) => {
  const query = filterOf(new URL(request.url).searchParams)
  return asOperator(request, () => api('GET /v1/admin/mails', { query }))
}
clientLoader.hydrate = true as const

export const meta: Route.MetaFunction = ownMeta({
  title: 'Mails',
  description: 'The mails of the last week: what was sent, what waits, and what was given up.',
  path: mailPaths.mails(),
})

export const HydrateFallback = () => <OwnPageLoading label="Loading the mails" blocks={['h-24', 'h-64']} />

export default function MailsPage({ loaderData }: Route.ComponentProps) {
  const [address] = useSearchParams()
  const account = useAccount()
  const filter = filterOf(address)
  const mayChange = mayDo(account?.roles ?? [], 'mails.change')
  const { mailServer, totals } = loaderData
  return (
    <main className="page grid grid-cols-[minmax(0,1fr)] gap-6 py-8">
      <header className="grid gap-2">
        <h1>Mails</h1>
        <p className="max-w-measure text-ink-2">
          The mails of the last week; older ones are deleted. A mail is tried for a day. If the mail server
          refuses it for good, or the day is over, it is given up and waits here for you.
        </p>
      </header>
      <MailTabs current="mails" />
      {!mailServer && (
        <Notice kind="warning" title="No mail server is set up">
          Mails wait and are never sent. Set SMTP_URL and MAIL_FROM on the server.
        </Notice>
      )}
      {mailServer && mayChange && <TestMail address={account?.email ?? ''} />}
      <States state={filter.state} totals={totals} />
      <DeskSearch
        label="Mails"
        filter={filter}
        kept={['state', 'sort']}
        className="sm:grid-cols-[minmax(0,20rem)_auto] sm:justify-start"
      >
        <TextField
          name="q"
          label="Address, subject or kind"
          type="search"
          defaultValue={filter.q ?? ''}
          maxLength={100}
        />
      </DeskSearch>
      <Mails first={loaderData} filter={filter} mayChange={mayChange} />
    </main>
  )
}

type Loaded = Route.ComponentProps['loaderData']

/** The states as links, each with how many mails are in it. */
const States = ({ state, totals }: Pick<Filter, 'state'> & Pick<Loaded, 'totals'>) => (
  <nav aria-label="State" className="flex flex-wrap gap-3">
    {deskMailStates.map((one) => (
      <Link
        key={one}
        to={mailPaths.mails({ state: one })}
        aria-current={one === state ? 'page' : undefined}
        className="inline-flex min-h-11 items-center gap-2 rounded-full border border-line bg-card px-4 font-medium aria-[current]:border-green-line aria-[current]:bg-green-soft"
      >
        {mailStates[one].words}
        <span className="figures text-sm font-normal text-ink-2">
          {totals[one] === 0 ? 'none' : formatCount(totals[one])}
        </span>
      </Link>
    ))}
  </nav>
)

const columns: DeskColumn<DeskMail>[] = [
  {
    id: 'subject',
    header: 'Mail',
    rowHeader: true,
    renderCell: ({ subject, kind }) => (
      <>
        <span className="wrap-anywhere">{subject}</span>
        <span className="block text-sm font-normal wrap-anywhere text-ink-2">{kind}</span>
      </>
    ),
  },
  {
    id: 'to',
    header: 'To',
    sort: 'to',
    renderCell: ({ to, person }) => (
      <>
        {person && (
          <Link to={peoplePaths.person(person.accountId)} className="link block">
            {person.name}
          </Link>
        )}
        <span className="block wrap-anywhere sm:min-w-44">{to}</span>
      </>
    ),
  },
  { id: 'result', header: 'State', renderCell: (mail) => <Result mail={mail} /> },
  {
    id: 'written',
    header: 'Written',
    sort: '-createdAt',
    renderCell: ({ createdAt }) => <DayCell at={createdAt} withTime />,
  },
  {
    id: 'tried',
    header: 'Last tried',
    sort: '-triedAt',
    renderCell: ({ triedAt }) => (triedAt ? <DayCell at={triedAt} withTime /> : 'Never'),
  },
]

const acts: DeskColumn<DeskMail> = {
  id: 'acts',
  header: 'What you can do',
  renderCell: (mail) => (isResendable(mail) ? <MailActs mail={mail} /> : 'Nothing'),
}

function Result({ mail }: { mail: DeskMail }) {
  const { words, tone } = mailStates[mail.state]
  const { attempts, resentAt } = mail
  return (
    <>
      <Badge tone={tone}>{words}</Badge>
      <span className="block wrap-anywhere">{mailResult(mail)}</span>
      <span className="block text-sm text-ink-2">
        {[attempts > 1 && plural(attempts, 'attempt'), resentAt && 'sent again by staff']
          .filter(Boolean)
          .join(' · ')}
      </span>
    </>
  )
}

type MailsProps = {
  first: Pick<Loaded, 'items' | 'nextCursor' | 'totals'>
  filter: Filter
  mayChange: boolean
}

function Mails({ first, filter, mayChange }: MailsProps) {
  const pages = usePages(first, (cursor) => api('GET /v1/admin/mails', { query: { ...filter, cursor } }))
  const { state, q, sort } = filter
  const offersActs = mayChange && state !== 'waiting' && state !== 'sent'
  return (
    <DeskList
      id="mails"
      columns={offersActs ? [...columns, acts] : columns}
      pages={pages}
      rowKey={({ id }) => id}
      sort={sort}
      nouns={['mail', 'mails']}
      empty={{
        title: q ? 'Nothing found' : mailStates[state].none,
        words: q ? 'Try other words, or another state above.' : mailStates[state].what,
      }}
      tools={offersActs && state === 'given_up' && !q && <ResendAll count={first.totals.given_up} />}
    />
  )
}
