import { test as base } from '@playwright/test'
import { freePort } from '#server/kernel/postgres/postgres.ts'
import { type OidcPeer, type PeerPerson, startOidcPeer } from '#test/oidc-peer.ts'
import { unique } from './people.ts'
import { openProduct } from './product.ts'

/** The same provider under two names; the product does not trust the addresses of the second one. */
const providerVariables = (peer: OidcPeer) => {
  const { issuer, clientId, clientSecret } = peer.provider
  const named = (name: string, trusts: 'on' | 'off') => ({
    [`OIDC_${name}_ISSUER`]: issuer,
    [`OIDC_${name}_CLIENT_ID`]: clientId,
    [`OIDC_${name}_CLIENT_SECRET`]: clientSecret,
    [`OIDC_${name}_TRUST_EMAIL`]: trusts,
  })
  return { OIDC_PROVIDERS: 'acme,loose', ...named('ACME', 'on'), ...named('LOOSE', 'off') }
}

type Site = { url: string; peer: OidcPeer }

/** Starts the product and the provider, configured with each other's address. */
async function openSite(): Promise<Site & { close: () => Promise<void> }> {
  const port = await freePort()
  const peer = await startOidcPeer({ redirectUris: [`http://localhost:${port}/__/auth/handler`] })
  const product = await openProduct({ PORT: `${port}`, DEMO: 'off', ...providerVariables(peer) })
  const { BASE_URL, DATABASE_URL } = process.env
  Object.assign(process.env, { BASE_URL: product.url, DATABASE_URL: product.databaseUrl })
  const close = async () => {
    Object.assign(process.env, { BASE_URL, DATABASE_URL })
    await product.close()
    await peer.stop()
  }
  return { url: product.url, peer, close }
}

/** Tests with their own product, in which users can sign in with an external provider played by the test. */
export const test = base.extend<{ peer: OidcPeer; someone: PeerPerson }, { site: Site }>({
  site: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from it
    async ({}, use) => {
      const { close, ...site } = await openSite()
      await use(site)
      await close()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: ({ site }, use) => use(site.url),
  /** A user unknown to both sides. */
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from it
  someone: ({}, use) => {
    const name = unique('Petra')
    const word = name.toLowerCase().replace(' ', '.')
    return use({ sub: word, name, email: `${word}@example.org`, emailVerified: true })
  },
  peer: async ({ site: { peer }, someone }, use) => {
    Object.assign(peer.switches, { person: someone, deny: false, isolates: false, asks: false, fails: false })
    await use(peer)
  },
})
