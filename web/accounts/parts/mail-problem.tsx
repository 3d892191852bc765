import { Link } from 'react-router'
import type { showMailProblem } from '#contract/mails/suppressions.ts'
import type { EndpointResponse } from '#contract/endpoint.ts'
import { paths } from '#web/paths.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

type Problem = NonNullable<EndpointResponse<typeof showMailProblem>['problem']>

const titles: Record<Problem['cause'], string> = {
  bounce: 'Your mails come back: check the address',
  complaint: 'You get no mails from us, because one was marked as spam',
  manual: 'We have stopped mails to your address',
}

/** Says that no mails are sent to the person’s address any more, and what to do. */
export const MailProblem = ({ problem: { cause, address } }: { problem: Problem }) => (
  <Notice
    kind="warning"
    title={titles[cause]}
    action={
      <Link to={paths.security()} className={buttonStyle({ size: 'small' })}>
        Change the address
      </Link>
    }
  >
    {`We send no mails to ${address} at the moment, so read news about your bookings here. If the address is right, write to us, and we send them again.`}
  </Notice>
)
