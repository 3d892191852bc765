import { Outlet } from 'react-router'
import { ConfirmRecentSignIn } from '#web/admin/parts/confirm-acts.tsx'

export { accountIconLinks as links } from '#web/ui/account-icons.ts'
export { checkIdsLoader as loader, loadNothing as clientLoader } from '#web/layout/page-check.ts'

export default function AdminLayout() {
  return (
    <>
      <Outlet />
      <ConfirmRecentSignIn />
    </>
  )
}
