import { Link } from 'react-router'
import { AuthFrame } from '#web/identity/auth-frame.tsx'
import { paths } from '#web/paths.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** For a link that cannot be used, with links to continue. */
export function ActionFailed({ message, forPassword = false }: { message: string; forPassword?: boolean }) {
  return (
    <AuthFrame title="This link does not work">
      <Notice kind="warning">{message}</Notice>
      <Link to={paths.signIn()} className={buttonStyle({ kind: 'primary', size: 'large', wide: true })}>
        Go to sign in
      </Link>
      {forPassword && (
        <Link to={paths.forgotPassword()} className={buttonStyle({ wide: true })}>
          Ask for a new link
        </Link>
      )}
    </AuthFrame>
  )
}
