import { type Eraser, formerMember, identifyingStringsOf } from '#server/accounts/erasure.ts'
import { blankReports } from '#server/reports/erase-store.ts'

export const eraseFromReports: Eraser = ({ db }, person) =>
  blankReports(db, {
    accountId: person.accountId,
    words: identifyingStringsOf(person),
    inPlace: formerMember,
  })
