import { useEffect, useState } from 'react'
import { Link, useRouteLoaderData } from 'react-router'
import type { Announcement, PageAnnouncements } from '#contract/announcements.ts'
import { api, ignoreRequestError } from '#web/api.ts'
import { announcementsNow } from '#web/layout/announcements-now.ts'
import type { RootData } from '#web/layout/contexts.ts'
import { hint, persisted } from '#web/persisted.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Icon } from '#web/ui/icon.tsx'

const storageName = 'sitwell.announcements'
/** The announcements that were closed on this device, the last first. */
const closedHere = persisted(storageName, { closed: [] as string[] }, 'local')
const mostClosed = 50

/** A changed announcement is a new one for somebody who has closed it. */
const keyOf = ({ id, version }: Announcement): string => `${id}.${version}`

/** Hides what was closed before the page is painted; React takes it out when it hydrates the page. */
const hideClosed = `try{for(const key of JSON.parse(localStorage['${storageName}']).state.closed){const one=document.querySelector('[data-announcement="'+key+'"]');if(one)one.hidden=true}}catch{}`

/** What the operator tells the readers of every page, above its header. */
export default function Announcements({ forEveryone, forVisitors, hasAimed }: PageAnnouncements) {
  const nonce = useRouteLoaderData<() => RootData>('root')?.nonce
  const aimed = useAimed(hasAimed)
  const closed = closedHere((state) => state.closed)
  const left = (all: readonly Announcement[]) => all.filter((one) => !closed.includes(keyOf(one)))
  const [everyone, visitors] = [left([...aimed, ...forEveryone]), left(forVisitors)]
  if (everyone.length + visitors.length === 0) return null
  return (
    <section
      aria-label="Announcements"
      className={cx('print:hidden', everyone.length === 0 && 'signed-out-only')}
    >
      {everyone.map((one) => (
        <Bar key={keyOf(one)} announcement={one} />
      ))}
      {visitors.map((one) => (
        <Bar key={keyOf(one)} announcement={one} className="signed-out-only" />
      ))}
      <script
        nonce={nonce}
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? hideClosed : '' }}
      />
    </section>
  )
}

/** Returns the announcements that concern the person who is signed in. */
function useAimed(hasAimed: boolean): readonly Announcement[] {
  const accountId = hint((state) => state.accountId)
  const [aimed, setAimed] = useState<{ accountId: string; items: readonly Announcement[] }>()
  useEffect(() => {
    if (!hasAimed || accountId === null) return undefined
    const abort = new AbortController()
    const read = () => {
      api('GET /v1/announcements', {}, { signal: abort.signal }).then(
        ({ items }) => setAimed({ accountId, items }),
        ignoreRequestError,
      )
    }
    read()
    const unsubscribe = announcementsNow.subscribe(read)
    return () => {
      unsubscribe()
      abort.abort()
    }
  }, [accountId, hasAimed])
  return hasAimed && aimed && aimed.accountId === accountId ? aimed.items : []
}

const tones: Record<Announcement['tone'], string> = {
  info: 'bg-green-soft',
  warning: 'bg-gold-soft',
}

function Bar({ announcement, className }: { announcement: Announcement; className?: string }) {
  const { words, link, tone } = announcement
  const key = keyOf(announcement)
  const close = () => closedHere.setState(({ closed }) => ({ closed: [key, ...closed].slice(0, mostClosed) }))
  return (
    <div
      data-announcement={key}
      className={cx('border-b border-line text-ink [&[hidden]]:hidden', tones[tone], className)}
    >
      <div className="page flex items-start gap-3 py-2">
        <Icon
          name={tone === 'warning' ? 'triangle-exclamation-point' : 'info'}
          size={20}
          className={cx('mt-2.5', tone === 'warning' ? 'text-gold-ink' : 'text-green')}
        />
        <p className="min-w-0 flex-1 py-2 text-[0.9375rem] wrap-anywhere whitespace-pre-line">
          {words}
          {link && (
            <>
              {' '}
              <Link className="link" to={link.to}>
                {link.words}
              </Link>
            </>
          )}
        </p>
        <Button kind="quiet" iconOnly aria-label="Close this announcement" onClick={close}>
          <Icon name="x" size={20} />
        </Button>
      </div>
    </div>
  )
}
