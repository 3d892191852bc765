import { withQuery } from '#web/paths.ts'

/** Links to the pages of the desk about mails. */
export const mailPaths = {
  mails: (filter: { state?: string; q?: string } = {}) => withQuery('/admin/mails', filter),
  preview: (filter: { booking?: string; mail?: string } = {}) => withQuery('/admin/mails/preview', filter),
  addresses: () => '/admin/mails/addresses',
}
