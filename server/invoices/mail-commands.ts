import { type InvoiceMail, invoiceLetter, reminderLetter } from '#server/invoices/mails.ts'
import * as store from '#server/invoices/store.ts'
import { localOf } from '#server/kernel/day.ts'
import { type Tx } from '#server/kernel/db/db.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { notify } from '#server/notices/commands.ts'
import { currentSettings } from '#server/settings/commands.ts'

const batch = 100

type Told = { column: 'told_at' | 'reminded_at'; kind: string; letterOf: typeof invoiceLetter }

/** Sends the notice of an invoice once, however often it is called. */
async function tell(deps: Deps, tx: Tx, id: string, { column, kind, letterOf }: Told): Promise<void> {
  const isNew = await store.markTold(tx, id, column, deps.now())
  const row = isNew ? await store.findInvoice(tx, id) : undefined
  if (!row) return
  const { settings } = await currentSettings(tx)
  const bookings = (await store.findLines(tx, [id])).length
  const mail: InvoiceMail = { row, bookings, note: settings.payments.invoiceNote, site: deps.site }
  const letter = letterOf(mail)
  await notify(deps, tx, {
    accountId: row.account_id,
    kind: 'invoice',
    title: letter.subject,
    path: `/account/fee-invoices/${id}`,
    subjectId: id,
    mail: { ...letter, kind },
  })
}

export const tellSitter = (deps: Deps, invoiceId: string): Promise<void> =>
  inTransaction(deps.db, (tx) =>
    tell(deps, tx, invoiceId, { column: 'told_at', kind: 'fee-invoice', letterOf: invoiceLetter }),
  )

/** Sends one reminder for each overdue invoice. */
export async function remindSitters(deps: Deps): Promise<void> {
  const { settings } = await currentSettings(deps.db)
  const today = localOf(deps.now(), settings.timeZone).on
  const told = { column: 'reminded_at', kind: 'fee-invoice-reminder', letterOf: reminderLetter } as const
  for (const { id } of await store.findToRemind(deps.db, today, batch))
    await inTransaction(deps.db, (tx) => tell(deps, tx, id, told))
}
