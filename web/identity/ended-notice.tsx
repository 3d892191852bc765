import { Notice } from '#web/ui/notice.tsx'

/** Why somebody who was signed in stands before the form again. */
export default function EndedNotice() {
  return (
    <Notice announced title="Your sign-in has ended">
      Sign in again and you go on where you were. What you had typed is kept.
    </Notice>
  )
}
