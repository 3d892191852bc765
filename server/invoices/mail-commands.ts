import { type InvoiceMail, invoiceLetter, reminderLetter } from '#server/invoices/mails.ts'
import * as store from '#server/invoices/store.ts'
import { localOf } from '#server/kernel/day.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, TxDeps } from '#server/kernel/deps.ts'
import { notify } from '#server/notices/commands.ts'
import { currentSettings } from '#server/settings/commands.ts'

const batch = 100

type NoticeKind = { column: 'told_at' | 'reminded_at'; kind: string; letterOf: typeof invoiceLetter }

/** Sends the notice of an invoice once, however often it is called. */
async function sendNotice(deps: TxDeps, id: string, { column, kind, letterOf }: NoticeKind): Promise<void> {
  const isNew = await store.markNotified(deps.db, id, column, deps.now())
  const row = isNew ? await store.findInvoice(deps.db, id) : undefined
  if (!row) return
  const { settings } = await currentSettings(deps.db)
  const bookings = (await store.findLines(deps.db, [id])).length
  const mail: InvoiceMail = { row, bookings, note: settings.payments.invoiceNote, site: deps.site }
  const letter = letterOf(mail)
  await notify(deps, {
    accountId: row.account_id,
    kind: 'invoice',
    title: letter.subject,
    path: `/account/fee-invoices/${id}`,
    subjectId: id,
    mail: { ...letter, kind },
  })
}

export const notifySitter = (deps: Deps, invoiceId: string): Promise<void> =>
  ensureTransaction(deps, (deps) =>
    sendNotice(deps, invoiceId, { column: 'told_at', kind: 'fee-invoice', letterOf: invoiceLetter }),
  )

/** Sends one reminder for each overdue invoice. */
export async function remindSitters(deps: Deps): Promise<void> {
  const { settings } = await currentSettings(deps.db)
  const today = localOf(deps.now(), settings.timeZone).on
  const reminder = { column: 'reminded_at', kind: 'fee-invoice-reminder', letterOf: reminderLetter } as const
  for (const { id } of await store.findToRemind(deps.db, today, batch))
    await ensureTransaction(deps, (deps) => sendNotice(deps, id, reminder))
}
