import type { FastifyInstance } from 'fastify'
import type { Site } from '#server/kernel/deps.ts'
import { paths } from '#web/paths.ts'

/** What a device needs to know to install the site as an app. */
export const appManifest = ({ name, palette }: Pick<Site, 'name' | 'palette'>) => ({
  id: '/',
  name,
  short_name: name,
  description: 'Find pet sitters, and care for pets, with or without a network.',
  lang: 'en-GB',
  start_url: paths.account(),
  scope: '/',
  display: 'standalone',
  background_color: palette.paper[0],
  theme_color: palette.green[0],
  icons: [
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
  ],
  shortcuts: [
    { name: 'Today', url: paths.today() },
    { name: 'Search', url: paths.sitters() },
    { name: 'Messages', url: paths.messages() },
  ],
})

export function serveAppManifest(app: FastifyInstance, site: Site): void {
  app.get('/manifest.webmanifest', (_, reply) =>
    reply
      .header('cache-control', 'public, max-age=0, must-revalidate')
      .type('application/manifest+json')
      .send(JSON.stringify(appManifest(site))),
  )
}
