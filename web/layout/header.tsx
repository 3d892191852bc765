import { Icon } from '#web/ui/icon.tsx'
import type { ComponentType } from 'react'
import { Link, NavLink, useLocation, useNavigate } from 'react-router'
import { accountStore } from '#web/accounts/account-store.ts'
import { signOutAndLeave } from '#web/layout/navigation.ts'
import { useSiteName } from '#web/layout/use-config.ts'
import { paths } from '#web/paths.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'

const links = [
  { to: paths.sitters(), label: 'Find a sitter' },
  { to: paths.howItWorks(), label: 'How it works' },
  // Hidden on narrow screens, because the footer links to it too.
  { to: paths.blog(), label: 'Blog', className: 'max-lg:hidden' },
]

export function Logo() {
  const name = useSiteName()
  return (
    <Link
      to={paths.home()}
      className="flex items-center gap-2.5 heading rounded-control text-[1.5rem] text-green no-underline"
    >
      <span className="site-mark">
        <Icon name="paw-print-filled" size={16} />
      </span>
      <span className="wordmark">{name}</span>
    </Link>
  )
}

/** Both variants are in the HTML; CSS shows one of them by the sign-in hint, so that nothing flashes. */
export function Header({ compact, Content }: { compact: boolean; Content?: ComponentType | undefined }) {
  return (
    <header className={cx('relative z-30 bg-paper print:hidden', compact && 'border-b border-line bg-card')}>
      <div
        className={cx(
          'page flex min-h-[4.75rem] items-center gap-4 lg:gap-8',
          Content && 'flex-wrap gap-y-3 py-3 lg:flex-nowrap',
        )}
      >
        <Logo />
        {Content && (
          <div className="max-lg:order-last max-lg:w-full">
            <Content />
          </div>
        )}
        {!Content && <MainLinks />}
        <div className="ml-auto flex items-center gap-2">
          <SignedOut />
          <SignedIn />
        </div>
      </div>
    </header>
  )
}

function MainLinks() {
  return (
    <nav aria-label="Main" className="owner-only hidden items-center gap-1 md:flex">
      {links.map(({ to, label, className }) => (
        <NavLink
          key={to}
          to={to}
          className={({ isActive }) =>
            cx(
              'rounded-control px-3 py-2 text-base whitespace-nowrap no-underline hover:text-ink',
              isActive ? 'font-semibold text-ink' : 'text-ink-2',
              className,
            )
          }
        >
          {label}
        </NavLink>
      ))}
    </nav>
  )
}

function SignedOut() {
  const { pathname, search } = useLocation()
  const next = pathname === paths.home() ? undefined : `${pathname}${search}`
  return (
    <div className="signed-out-only flex items-center gap-2">
      <Link
        to={paths.howItWorks('sitter')}
        className={buttonStyle({ kind: 'quiet', className: 'max-sm:hidden' })}
      >
        Become a sitter
      </Link>
      <Link to={paths.signIn(next)} className={buttonStyle({ kind: 'secondary' })}>
        Sign in
      </Link>
    </div>
  )
}

function SignedIn() {
  const account = accountStore((state) => state.account)
  const navigate = useNavigate()
  return (
    <nav aria-label="Your account" className="signed-in-only flex items-center gap-1">
      <Link
        to={paths.bookings()}
        className={buttonStyle({ kind: 'quiet', className: 'owner-only max-md:hidden' })}
      >
        Bookings
      </Link>
      <span id="header-slot" className="flex min-w-22 justify-end md:min-w-33" />
      <Link to={paths.account()} className={buttonStyle({ kind: 'secondary' })}>
        <Icon name="circle-user-round" className="size-5" />
        <span className="account-name">{account?.name.split(' ')[0] ?? 'Account'}</span>
      </Link>
      <button
        type="button"
        className={buttonStyle({ kind: 'quiet', iconOnly: true, className: 'sign-out' })}
        onClick={() => void signOutAndLeave(navigate)}
      >
        <Icon name="log-out" className="size-5" />
        <span className="sr-only">Sign out</span>
      </button>
    </nav>
  )
}
