import {
  Children,
  cloneElement,
  isValidElement,
  type LinkHTMLAttributes,
  type PropsWithChildren,
  type ReactNode,
  Suspense,
  useEffect,
  useLayoutEffect,
} from 'react'
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  type ScriptsProps,
  ScrollRestoration,
  useRouteLoaderData,
} from 'react-router'
import type { Route } from './+types/root.ts'
import { lazyOptional } from '#web/layout/lazy-optional.ts'
import { configure, startApp } from '#web/layout/start-app.ts'
import { ErrorView } from '#web/layout/error-view.tsx'
import { earlyScript } from '#web/layout/early-script.ts'
import { nonceContext, publicConfigContext, type RootData } from '#web/layout/contexts.ts'
import { guardNavigation } from '#web/layout/navigation.ts'
import { fontPreload } from '#web/ui/fonts.ts'
import stylesheet from '#web/styles.css?url'

const AfterPage = lazyOptional(() => import('#web/beside/after-page.tsx'))

export const links: Route.LinksFunction = () => [
  fontPreload,
  { rel: 'stylesheet', href: stylesheet },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  // Apple's devices take no icon from the manifest.
  { rel: 'apple-touch-icon', href: '/icons/apple-180.png', sizes: '180x180' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
  { rel: 'alternate', type: 'application/rss+xml', href: '/blog/rss.xml', title: 'Blog' },
]

/** Data every page needs. The nonce belongs to this request and is never shared. */
export const loader = ({ context }: Route.LoaderArgs): RootData => ({
  config: context.get(publicConfigContext),
  nonce: context.get(nonceContext),
})

// The configuration does not change during a page's lifetime, so navigations never load it again.
export const shouldRevalidate = () => false

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [guardNavigation]

/**
 * Gives the module preloads a low priority. Without it the browser requests fifteen scripts before the style sheet,
 * which blocks the first paint of the text. React Router's `Scripts` has no option for this, so the rendered links are
 * changed here. Its link for the first module is removed if there is another one for the same module.
 */
function LowPriorityScripts(props: ScriptsProps) {
  const all = Scripts(props)
  const preloaded = new Set<string | undefined>()
  return Children.map(isValidElement<PropsWithChildren>(all) ? all.props.children : null, (child) => {
    if (!isValidElement<LinkHTMLAttributes<HTMLLinkElement>>(child) || child.props.rel !== 'modulepreload')
      return child
    const { href } = child.props
    if (preloaded.has(href)) return null
    preloaded.add(href)
    return cloneElement(child, { fetchPriority: 'low' })
  })
}

const PageScripts = import.meta.env.SSR ? LowPriorityScripts : Scripts

export function Layout({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<typeof loader>('root')
  const nonce = data?.nonce
  return (
    <html lang="en-GB" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <Meta />
        <Links nonce={nonce} />
        <script
          nonce={nonce}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? earlyScript() : '' }}
        />
      </head>
      <body>
        {children}
        <Suspense>
          <AfterPage />
        </Suspense>
        <ScrollRestoration nonce={nonce} />
        <PageScripts nonce={nonce} />
      </body>
    </html>
  )
}

export default function Root({ loaderData }: Route.ComponentProps) {
  // Must be a layout effect: the router starts its first client loaders in a layout effect of its own, which runs after
  // this one.
  useLayoutEffect(() => configure(loaderData.config), [loaderData.config])
  useEffect(() => startApp(loaderData.config), [loaderData.config])
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorView error={error} />
}
