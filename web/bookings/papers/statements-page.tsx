import { Form } from 'react-router'
import { parties } from '#contract/codes.ts'
import { useAccount } from '#web/accounts/account-layout.tsx'
import { ownAccountId, whileSignedIn } from '#web/accounts/own-account.ts'
import { AccountFrame, AccountLoading } from '#web/accounts/parts/account-frame.tsx'
import { api } from '#web/api.ts'
import { Paper } from '#web/bookings/papers/paper.tsx'
import { todayIn, deviceZone } from '#web/clock.ts'
import { formatDay } from '#web/format.ts'
import { ownMeta } from '#web/layout/own-page.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import type { Route } from './+types/statements-page.ts'

const monthsShown = 24

/** Returns this month and the ones before it, newest first. */
function monthsUntil(today: string): string[] {
  const [year = 0, month = 1] = today.split('-').map(Number)
  return Array.from({ length: monthsShown }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7),
  )
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const accountId = ownAccountId(request)
  const address = new URL(request.url).searchParams
  const months = monthsUntil(todayIn(deviceZone()))
  const requestedMonth = address.get('month') ?? ''
  const month = /^20\d\d-(0[1-9]|1[0-2])$/.test(requestedMonth) ? requestedMonth : months[0]!
  const role = parties.find((party) => party === address.get('role')) ?? 'owner'
  const sent = { params: { accountId, month }, query: { role } }
  const statement = await whileSignedIn(request, api('GET /v1/accounts/:accountId/statements/:month', sent))
  return { statement, sent, months: [...new Set([month, ...months])] }
}
clientLoader.hydrate = true as const

export const meta: Route.MetaFunction = ownMeta({
  title: 'Statements',
  description: 'Payments on your account in one month.',
  path: paths.statement(),
})

export const HydrateFallback = () => (
  <AccountLoading section="statements" label="Loading the statement" blocks={['h-12 w-60', 'h-96']} />
)

export default function StatementsPage({ loaderData: { statement, sent, months } }: Route.ComponentProps) {
  const isSitter = useAccount()?.sitterId != null
  const { month } = sent.params
  const { role } = sent.query
  return (
    <AccountFrame section="statements">
      <Form key={`${role} ${month}`} className="flex flex-wrap items-end gap-3 print:hidden">
        <Select
          name="month"
          label="Month"
          defaultValue={month}
          options={months
            .toSorted()
            .reverse()
            .map((value) => ({ value, label: formatDay(`${value}-01`, 'month') }))}
        />
        {(isSitter || role === 'sitter') && (
          <Select
            name="role"
            label="As"
            defaultValue={role}
            options={[
              { value: 'owner', label: 'Owner' },
              { value: 'sitter', label: 'Sitter' },
            ]}
          />
        )}
        <Button type="submit">Show</Button>
      </Form>
      <Paper
        receipt={statement}
        readFile={() => api('GET /v1/accounts/:accountId/statements/:month/statement.pdf', sent)}
      />
    </AccountFrame>
  )
}
