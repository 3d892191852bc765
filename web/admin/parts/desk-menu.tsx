import { Link, useLocation } from 'react-router'
import { useAccount } from '#web/accounts/account-layout.tsx'
import { deskPlacesOf } from '#web/admin/places.ts'
import { SideMenu } from '#web/layout/side-menu.tsx'
import { paths } from '#web/paths.ts'
import { Icon } from '#web/ui/icon.tsx'

/** The pages of the desk at the side of each of them. Narrower screens list them on the overview instead. */
export function DeskMenu() {
  const account = useAccount()
  const { pathname } = useLocation()
  return (
    <>
      <SideMenu label="Pages of the desk" places={deskPlacesOf(account?.roles ?? [])} />
      {pathname !== paths.desk() && (
        <nav aria-label="Back" className="pt-4 lg:hidden print:hidden">
          <Link
            to={paths.desk()}
            className="inline-flex min-h-8 items-center gap-1.5 text-sm text-ink-2 underline-offset-4 hover:underline pointer-coarse:min-h-11"
          >
            <Icon name="chevron-left" size={16} />
            The desk
          </Link>
        </nav>
      )}
    </>
  )
}
