import { withQuery } from '#web/paths.ts'

/** Links to the pages of the desk about people. */
export const peoplePaths = {
  people: (q?: string) => withQuery('/admin/people', { q }),
  person: (accountId: string) => `/admin/people/${accountId}`,
  report: (reportId: string) => `/admin/reports/${reportId}`,
}
