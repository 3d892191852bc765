import { mailPaths } from '#web/admin/mail-paths.ts'
import { routerLink } from '#web/layout/router-link.tsx'
import { TabLinks } from '#web/ui/tabs.tsx'

type MailTab = 'mails' | 'addresses' | 'preview'

/** The pages of the desk about mails. */
export const MailTabs = ({ current }: { current: MailTab }) => (
  <TabLinks
    label="About mails"
    links={[
      { href: mailPaths.mails(), label: 'Mails', current: current === 'mails' },
      { href: mailPaths.addresses(), label: 'Stopped addresses', current: current === 'addresses' },
      { href: mailPaths.preview(), label: 'Preview', current: current === 'preview' },
    ]}
    renderLink={routerLink}
  />
)
