import { Icon } from '#web/ui/icon.tsx'
import type { ReactNode } from 'react'
import { Link, useNavigation } from 'react-router'
import { useSiteName } from '#web/layout/use-config.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'

/**
 * Layout of the pages around signing in: the name of the site, one card, and further links below it. Not centred vertically,
 * because the part of a page that has already arrived would move.
 */
export function AuthFrame({
  title,
  intro,
  children,
  below,
}: {
  title: string
  intro?: ReactNode
  children: ReactNode
  below?: ReactNode
}) {
  const name = useSiteName()
  const { state } = useNavigation()
  return (
    <main
      aria-busy={state === 'loading'}
      className="page-content mx-auto grid min-h-dvh w-full max-w-[29rem] content-start gap-6 px-4 py-8 sm:pt-[8vh]"
    >
      <Link
        to={paths.home()}
        className="flex items-center gap-2.5 justify-self-center rounded-control font-serif text-[1.5rem] text-green no-underline"
      >
        <span className="site-mark">
          <Icon name="paw-print-filled" size={16} />
        </span>
        <span>{name}</span>
      </Link>
      <Card padding="large" className="grid gap-5">
        <div className="grid gap-2">
          <h1 className="font-serif text-2xl">{title}</h1>
          {intro && <p className="text-ink-2">{intro}</p>}
        </div>
        {children}
        <noscript>
          <p className="text-sm text-ink-2">Signing in needs JavaScript. Please switch it on.</p>
        </noscript>
      </Card>
      {below && (
        <div className="grid justify-items-center gap-2 text-center text-[0.9375rem] text-ink-2">{below}</div>
      )}
    </main>
  )
}

export const quietLink = 'font-semibold text-green underline underline-offset-4 hover:decoration-2'
