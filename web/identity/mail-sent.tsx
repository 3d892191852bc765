import { AuthFrame, quietLink } from '#web/identity/auth-frame.tsx'
import { useConfig } from '#web/layout/use-config.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Says that a mail is on its way, in the same words whether or not an account exists. */
export default function MailSent({ to, what, onBack }: { to: string; what: string; onBack: () => void }) {
  const mailbox = useConfig()?.mailbox
  return (
    <AuthFrame title="Look into your mailbox">
      <Notice kind="success" announced>
        <p>
          We are sending <strong className="break-all">{to}</strong> {what}. It works for one hour. If nothing
          arrives within a few minutes, look into the spam folder and check that the address is right.
        </p>
        {mailbox && (
          <p className="mt-2">
            This site has no mail server yet:{' '}
            <a href="/dev/mailbox" className={quietLink}>
              its mails are here
            </a>
            .
          </p>
        )}
      </Notice>
      <Button wide onClick={onBack}>
        Back
      </Button>
    </AuthFrame>
  )
}
