import { useState } from 'react'
import { useIdentityForm } from '#web/identity/use-identity-form.ts'
import { useConfig } from '#web/layout/use-config.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** For an unconfirmed address: why it matters, and a button that sends the mail again. */
export function VerifyAddress({ backTo }: { backTo: string }) {
  const { pending, errors, attempt, run } = useIdentityForm()
  const [sent, setSent] = useState(false)
  const send = () =>
    run(async () => {
      const { sendVerification } = await import('#web/identity/session.ts')
      await sendVerification(`${location.origin}${backTo}`)
      setSent(true)
    })
  if (useConfig()?.sendsMail === false)
    return (
      <Notice kind="warning" title="Your e-mail address is not confirmed">
        This site is not sending e-mail at the moment, so you cannot confirm the address now.
      </Notice>
    )
  if (sent)
    return (
      <Notice kind="success" announced title="The mail is on its way">
        Follow its link to confirm your address. Check the spam folder if it does not arrive.
      </Notice>
    )
  return (
    <>
      <ErrorSummary errors={errors} attempt={attempt} />
      <Notice
        kind="warning"
        title="Confirm your e-mail address"
        action={
          <Button size="small" pending={pending && 'Sending…'} onClick={() => void send()}>
            Send the mail again
          </Button>
        }
      >
        We have sent you an e-mail with a link, so that we know news about your bookings reaches you.
      </Notice>
    </>
  )
}
