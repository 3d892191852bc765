import * as contract from '#contract/invoices.ts'
import {
  exportInvoices,
  changeInvoiceSettings,
  closeInvoice,
  listAllInvoices,
  listOwnInvoices,
  printInvoice,
  readInvoice,
} from '#server/invoices/commands.ts'
import { type Route, route } from '#server/kernel/http/http.ts'

export const invoiceRoutes: Route[] = [
  route(contract.listFeeInvoices, ({ deps, viewer, query }) => listOwnInvoices(deps, viewer, query)),
  route(contract.showFeeInvoice, ({ deps, viewer, params }) =>
    readInvoice(deps, params.invoiceId, viewer.accountId),
  ),
  route(contract.printFeeInvoice, ({ deps, viewer, params }) =>
    printInvoice(deps, params.invoiceId, viewer.accountId),
  ),
  route(contract.showAdminFeeInvoice, ({ deps, params }) => readInvoice(deps, params.invoiceId, undefined)),
  route(contract.printAdminFeeInvoice, ({ deps, params }) => printInvoice(deps, params.invoiceId, undefined)),
  route(contract.exportAdminFeeInvoices, ({ deps, query }) => exportInvoices(deps, query)),
  route(contract.listAdminFeeInvoices, ({ deps, query }) => listAllInvoices(deps, query)),
  route(contract.closeFeeInvoice, ({ deps, viewer, params, body, ip }) =>
    closeInvoice(deps, { viewer, ip }, params.invoiceId, body),
  ),
  route(contract.changeInvoiceSettings, ({ deps, viewer, body, ip }) =>
    changeInvoiceSettings(deps, { viewer, ip }, body),
  ),
]
