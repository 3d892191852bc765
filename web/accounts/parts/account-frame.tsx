import type { ReactNode } from 'react'
import { type Section, type SectionName, sections } from '#web/accounts/sections.ts'
import { routerLink } from '#web/layout/router-link.tsx'
import { SideMenu } from '#web/layout/side-menu.tsx'
import { paths } from '#web/paths.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { cx } from '#web/ui/cx.ts'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'

const places: readonly Section[] = [
  { to: paths.account(), label: 'Overview', icon: 'list' },
  ...Object.values(sections),
]

type AccountFrameProps = { section?: SectionName | undefined; children: ReactNode }

/**
 * The frame of the overview, which has no section, and of the sections: the menu at the side on wide screens, the way
 * back to the overview on others.
 */
export function AccountFrame({ section, children }: AccountFrameProps) {
  return (
    <div className="page items-start gap-10 py-8 lg:grid lg:grid-cols-[13.5rem_minmax(0,1fr)] xl:gap-14 print:block print:py-0">
      <SideMenu label="Sections of your account" places={places} />
      <main className="grid max-w-[56rem] grid-cols-[minmax(0,1fr)] gap-6">
        {section && (
          <div className="lg:hidden print:hidden">
            <Breadcrumbs
              crumbs={[{ label: 'Your account', href: paths.account() }, { label: sections[section].label }]}
              renderLink={routerLink}
            />
          </div>
        )}
        {children}
      </main>
    </div>
  )
}

type AccountLoadingProps = {
  section?: SectionName
  label: string
  /** Size classes of the placeholders below the heading. */
  blocks: readonly string[]
}

/** Placeholder for a section while it loads. */
export const AccountLoading = ({ section, label, blocks }: AccountLoadingProps) => (
  <AccountFrame section={section}>
    <Loading label={label} className="grid gap-6">
      <Skeleton className="h-10 w-72" />
      {blocks.map((size) => (
        <Skeleton key={size} className={cx('rounded-card', size)} />
      ))}
    </Loading>
  </AccountFrame>
)
