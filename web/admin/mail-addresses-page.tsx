import { Link, useSearchParams } from 'react-router'
import type { MailSuppression } from '#contract/mails/suppressions.ts'
import { mayDo } from '#contract/staff/codes.ts'
import { useAccount } from '#web/accounts/account-layout.tsx'
import { mailPaths } from '#web/admin/mail-paths.ts'
import { asOperator } from '#web/admin/operator.ts'
import { DayCell } from '#web/admin/parts/day-cell.tsx'
import { DecisionButton, DecisionDialog } from '#web/admin/parts/decision-dialog.tsx'
import { DeskSearch } from '#web/admin/parts/desk-search.tsx'
import { wordsIn } from '#web/admin/parts/filter.ts'
import { MailTabs } from '#web/admin/parts/mail-tabs.tsx'
import { suppressionCauses } from '#web/admin/parts/mail-words.ts'
import { More, usePages } from '#web/admin/parts/pages.tsx'
import { ReasonDialog, reasonField } from '#web/admin/parts/reason-dialog.tsx'
import { peoplePaths } from '#web/admin/people-paths.ts'
import { api } from '#web/api.ts'
import { OwnPageLoading, ownMeta } from '#web/layout/own-page.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import type { FieldTable } from '#web/ui/forms/field-table.ts'
import type { Route } from './+types/mail-addresses-page.ts'

const filterOf = (address: URLSearchParams) => ({ q: wordsIn(address, 'q') })

export const clientLoader = ({ request }: Route.ClientLoaderArgs) => {
  const query = filterOf(new URL(request.url).searchParams)
  return asOperator(request, () => api('GET /v1/admin/mail-suppressions', { query }))
}
clientLoader.hydrate = true as const

export const meta: Route.MetaFunction = ownMeta({
  title: 'Stopped addresses',
  description: 'Addresses that get no more mails, and why.',
  path: mailPaths.addresses(),
})

export const HydrateFallback = () => (
  <OwnPageLoading label="Loading the addresses" blocks={['h-24', 'h-64']} />
)

export default function MailAddressesPage({ loaderData }: Route.ComponentProps) {
  const [address] = useSearchParams()
  const account = useAccount()
  const filter = filterOf(address)
  const mayChange = mayDo(account?.roles ?? [], 'mails.change')
  return (
    <main className="page grid grid-cols-[minmax(0,1fr)] gap-6 py-8">
      <header className="grid gap-2">
        <h1>Stopped addresses</h1>
        <p className="max-w-measure text-ink-2">
          These addresses get no more mails: mails to them came back, somebody marked a mail as spam, or you
          have stopped them. Sending more would harm the reputation of the site with mail servers. People read
          on their account page that their mails have been stopped.
        </p>
      </header>
      <MailTabs current="addresses" />
      <DeskSearch
        label="Stopped addresses"
        filter={filter}
        kept={[]}
        className="sm:grid-cols-[minmax(0,20rem)_auto] sm:justify-start"
      >
        <TextField name="q" label="Address" type="search" defaultValue={filter.q ?? ''} maxLength={100} />
      </DeskSearch>
      {mayChange && (
        <DecisionButton
          label="Stop mails to an address"
          renderDialog={(onClose) => <StopDialog onClose={onClose} />}
        />
      )}
      <Addresses first={loaderData} filter={filter} mayChange={mayChange} />
    </main>
  )
}

const stopFields: FieldTable<{ address: string; reason: string }> = {
  address: {
    label: 'E-mail address',
    kind: 'line',
    type: 'email',
    inputMode: 'email',
    autoComplete: 'off',
    maxLength: 254,
    check: (address) =>
      /^\S+@\S+\.\S+$/.test(address.trim()) ? undefined : 'Write an e-mail address like name@example.org',
  },
  reason: {
    ...reasonField,
    label: 'Why do you stop them?',
    hint: 'For those who run the site.',
  },
}

const StopDialog = ({ onClose }: { onClose: () => void }) => (
  <DecisionDialog
    title="Stop mails to an address?"
    safeLabel="Leave it"
    confirmLabel="Stop them"
    sending="Saving…"
    danger
    fields={stopFields}
    initial={{ address: '', reason: '' }}
    send={({ address, reason }) =>
      api('POST /v1/admin/mail-suppressions', {
        body: { address: address.trim(), reason: reason.trim() },
      })
    }
    doneWith={({ address }) => `Mails to ${address.trim()} have been stopped`}
    onClose={onClose}
  >
    <p>
      The address then gets no mail at all, not even one with which a password is replaced. To stop single
      kinds of mails, people use their notification settings.
    </p>
  </DecisionDialog>
)

type Loaded = Route.ComponentProps['loaderData']
type AddressesProps = { first: Loaded; filter: ReturnType<typeof filterOf>; mayChange: boolean }

function Addresses({ first, filter, mayChange }: AddressesProps) {
  const { items, foot } = usePages(first, (cursor) =>
    api('GET /v1/admin/mail-suppressions', { query: { ...filter, cursor } }),
  )
  if (items.length === 0)
    return (
      <Card>
        <EmptyState title={filter.q ? 'Nothing found' : 'Mails to every address are sent'}>
          {filter.q
            ? 'Mails to such an address have not been stopped.'
            : 'Addresses whose mails come back appear here.'}
        </EmptyState>
      </Card>
    )
  return (
    <>
      <ul aria-label="Stopped addresses, newest first" className="grid gap-4">
        {items.map((one) => (
          <Stopped key={one.id} suppression={one} mayChange={mayChange} />
        ))}
      </ul>
      <More {...foot} nouns={['address', 'addresses']} />
    </>
  )
}

type StoppedProps = { suppression: MailSuppression; mayChange: boolean }

function Stopped({ suppression: { id, address, cause, detail, at, person }, mayChange }: StoppedProps) {
  const { words, tone } = suppressionCauses[cause]
  return (
    <Card as="li" className="grid gap-2">
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={tone}>{words}</Badge>
        <span className="text-sm text-ink-2">
          <DayCell at={at} withTime />
        </span>
      </p>
      <p className="font-semibold wrap-anywhere">{address}</p>
      {person && (
        <Link to={peoplePaths.person(person.accountId)} className="link justify-self-start">
          {person.name}
        </Link>
      )}
      <p className="max-w-measure wrap-anywhere whitespace-pre-line">{detail}</p>
      {mayChange && (
        <DecisionButton
          label={`Send mails to ${address} again`}
          renderDialog={(onClose) => (
            <ReasonDialog
              title={`Send mails to ${address} again?`}
              label="Why do you send them again?"
              hint="For the record of what staff have done."
              confirmLabel="Send them again"
              sending="Saving…"
              danger={false}
              send={(reason) =>
                api('POST /v1/admin/mail-suppressions/:suppressionId/remove', {
                  params: { suppressionId: id },
                  body: { reason },
                })
              }
              done={`Mails to ${address} are sent again`}
              onClose={onClose}
            >
              <p>Mails that were suppressed until now are not sent; find them under “Mails”.</p>
            </ReasonDialog>
          )}
        />
      )}
    </Card>
  )
}
