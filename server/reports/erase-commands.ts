import { type Erase, formerMember, tracesOf } from '#server/accounts/leaving.ts'
import { blankReports } from '#server/reports/erase-store.ts'

export const eraseFromReports: Erase = ({ db }, person) =>
  blankReports(db, { accountId: person.accountId, words: tracesOf(person), inPlace: formerMember })
