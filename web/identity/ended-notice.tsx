import { Notice } from '#web/ui/notice.tsx'

/** Explains why the user has to sign in again. */
export default function EndedNotice() {
  return (
    <Notice announced title="Your sign-in has ended">
      Sign in again to continue where you were. What you had typed is kept.
    </Notice>
  )
}
