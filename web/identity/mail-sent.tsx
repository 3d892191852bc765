import { AuthFrame, quietLink } from '#web/identity/auth-frame.tsx'
import { paths } from '#web/paths.ts'
import { useConfig } from '#web/layout/use-config.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Says that a mail has been sent, with the same text whether or not an account exists. */
export default function MailSent({ to, what, onBack }: { to: string; what: string; onBack: () => void }) {
  const config = useConfig()
  if (config?.sendsMail === false)
    return (
      <AuthFrame title="No mail can be sent">
        <Notice kind="warning" announced>
          <p>
            This site sends no mail at the moment, so nothing is on its way to{' '}
            <strong className="wrap-anywhere">{to}</strong>. Use another way to sign in, or ask the operator;
            the{' '}
            <a href={paths.legal('terms-and-conditions')} className={quietLink}>
              terms
            </a>{' '}
            name them.
          </p>
        </Notice>
        <Button wide onClick={onBack}>
          Back
        </Button>
      </AuthFrame>
    )
  return (
    <AuthFrame title="Check your mailbox">
      <Notice kind="success" announced>
        <p>
          We are sending <strong className="wrap-anywhere">{to}</strong> {what}. It works for one hour. If
          nothing arrives within a few minutes, check the spam folder and that the address is right.
        </p>
        {config?.mailbox && (
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
