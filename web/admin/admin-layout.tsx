import { Outlet } from 'react-router'
import { ConfirmRecentSignIn } from '#web/admin/parts/confirm-acts.tsx'
import { DeskMenu } from '#web/admin/parts/desk-menu.tsx'

export { accountIconLinks as links } from '#web/ui/account-icons.ts'
export { checkIdsLoader as loader, loadNothing as clientLoader } from '#web/layout/page-check.ts'

/** The menu of the desk beside its pages, which give up their own margins for it. */
export default function AdminLayout() {
  return (
    <div className="page items-start gap-10 lg:grid lg:grid-cols-[13.5rem_minmax(0,1fr)] lg:pt-8 xl:gap-14 print:block">
      <DeskMenu />
      <div className="min-w-0 [&>main]:mx-0 [&>main]:px-0 lg:[&>main]:pt-0">
        <Outlet />
      </div>
      <ConfirmRecentSignIn />
    </div>
  )
}
