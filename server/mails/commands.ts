import type { EndpointResponse, HandlerInput } from '#contract/endpoint.ts'
import type * as contract from '#contract/mails/mails.ts'
import { cutPage } from '#server/kernel/db/cursor.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, TxDeps } from '#server/kernel/deps.ts'
import { mailGivenUpBefore, queueMail } from '#server/kernel/mail/mail.ts'
import { Problem } from '#server/kernel/problem.ts'
import { testMailTo } from '#server/mails/mails.ts'
import * as store from '#server/mails/store.ts'
import { viewMail } from '#server/mails/view.ts'

const givenUpBefore = ({ now, site }: Deps): Date | null =>
  site.mailConfigured ? mailGivenUpBefore(now()) : null

/** Lists the mails in one state, with how many there are in each. */
export async function listMails(
  deps: Deps,
  { cursor, limit, sort, ...query }: HandlerInput<typeof contract.listMails>['query'],
): Promise<EndpointResponse<typeof contract.listMails>> {
  const order = store.mailOrder(sort, cursor)
  const before = givenUpBefore(deps)
  const [rows, counts] = await Promise.all([
    store.findMails(deps.db, before, { ...query, order, limit: limit + 1 }),
    store.countMails(deps.db, before),
  ])
  const { shown, nextCursor } = cutPage(rows, limit, order.positionOf)
  const none = { given_up: 0, waiting: 0, sent: 0, suppressed: 0, left: 0 }
  return {
    items: shown.map(viewMail),
    nextCursor,
    mailServer: deps.site.mailConfigured,
    totals: { ...none, ...Object.fromEntries(counts.map(({ state, count }) => [state, count])) },
  }
}

export async function showMail(deps: Deps, mailId: string): Promise<contract.DeskMail> {
  const found = await store.findMail(deps.db, givenUpBefore(deps), mailId)
  if (!found) throw new Problem('mail-not-found')
  return viewMail(found)
}

/** Locks a mail that is in one of these states, and names the person to whom it goes. */
async function lockMailIn(
  deps: TxDeps,
  mailId: string,
  states: readonly store.MailState[],
  concern: (id: string) => void,
): Promise<void> {
  await store.lockMail(deps.db, mailId)
  const { state, person } = await showMail(deps, mailId)
  if (!states.includes(state)) throw new Problem('mail-action-not-allowed', { state })
  if (person) concern(person.accountId)
}

/** Sends a mail again: it is tried for another day, and nobody else sends it meanwhile. */
export const resendMail = (
  deps: Deps,
  mailId: string,
  concern: (id: string) => void,
): Promise<contract.DeskMail> =>
  ensureTransaction(deps, async (deps) => {
    await lockMailIn(deps, mailId, ['given_up', 'suppressed', 'left'], concern)
    await resend(deps, [mailId])
    return showMail(deps, mailId)
  })

export const leaveMail = (
  deps: Deps,
  mailId: string,
  concern: (id: string) => void,
): Promise<contract.DeskMail> =>
  ensureTransaction(deps, async (deps) => {
    await lockMailIn(deps, mailId, ['given_up'], concern)
    await store.settleMail(deps.db, mailId, deps.now())
    return showMail(deps, mailId)
  })

const mostResent = 1_000

export const resendMails = (deps: Deps): Promise<{ count: number }> =>
  ensureTransaction(deps, async (deps) => {
    const ids = await store.lockGivenUp(deps.db, givenUpBefore(deps), mostResent)
    if (ids.length > 0) await resend(deps, ids)
    return { count: ids.length }
  })

async function resend(deps: TxDeps, ids: readonly string[]): Promise<void> {
  await store.resetMails(deps.db, ids, deps.now())
  await Promise.all(ids.map((mailId) => deps.enqueue(deps.db, 'kernel.send-mail', { mailId })))
}

/** Writes a test mail to the outbox, so that it takes the way of every other mail. */
export const writeTestMail = (deps: Deps, to: string): Promise<contract.DeskMail> =>
  ensureTransaction(deps, async (deps) => {
    if (!deps.site.mailConfigured) throw new Problem('mail-server-missing')
    return showMail(deps, await queueMail(deps, testMailTo(to, deps.site)))
  })
