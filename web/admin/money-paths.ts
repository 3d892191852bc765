import { withQuery } from '#web/paths.ts'

type Filter = Record<string, string | undefined>

/** Links to the pages of the desk about money, with a view or a filter. */
export const moneyPaths = {
  ledger: (filter: Filter = {}) => withQuery('/admin/ledger', filter),
  payouts: (filter: Filter = {}) => withQuery('/admin/payouts', filter),
}
