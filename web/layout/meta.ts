import type { Graph, Thing } from 'schema-dts'
import type { PublicConfig, RootData } from '#web/layout/contexts.ts'
import type { PagePicture } from '#web/share/page-picture.ts'

type PageMeta = {
  title: string
  description: string
  path: string
  /** The canonical path of this page if it differs from `path`. */
  canonical?: string
  noindex?: boolean
  /** Link preview picture; the site's own by default. */
  picture?: PagePicture | undefined
  type?: 'website' | 'article' | 'profile'
  things?: Thing[]
}

/**
 * Title, description, canonical address, Open Graph, and one JSON-LD graph of the site, the page and the page's own
 * things.
 */
export function pageMeta(config: PublicConfig | undefined, page: PageMeta) {
  const site = config?.site ?? { name: '', url: '', description: '', language: 'en-GB', picture: null }
  const picture = page.picture ?? site.picture
  const url = `${site.url}${page.canonical ?? page.path}`
  const title = page.path === '/' ? `${site.name}: ${page.title}` : `${page.title} · ${site.name}`
  const graph: Graph = {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'WebSite',
        '@id': `${site.url}/#website`,
        url: `${site.url}/`,
        name: site.name,
        description: site.description,
        inLanguage: site.language,
      },
      {
        '@type': 'WebPage',
        '@id': `${url}#webpage`,
        url,
        name: page.title,
        description: page.description,
        inLanguage: site.language,
        isPartOf: { '@id': `${site.url}/#website` },
      },
      ...(page.things ?? []),
    ],
  }
  return [
    { title },
    { name: 'description', content: page.description },
    { tagName: 'link', rel: 'canonical', href: url },
    ...Object.entries({
      site_name: site.name,
      title: page.title,
      description: page.description,
      type: page.type ?? 'website',
      url,
      ...(picture && {
        image: site.url + picture.path,
        'image:width': '1200',
        'image:height': '630',
        'image:alt': picture.alt,
      }),
    }).map(([name, content]) => ({ property: `og:${name}`, content })),
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(page.noindex ? [{ name: 'robots', content: 'noindex' }] : []),
    { 'script:ld+json': graph },
  ]
}

/** Returns the root loader's configuration, for a route's `meta`. */
export function configOf(
  matches: readonly [root: { loaderData: RootData | undefined }, ...others: unknown[]],
): PublicConfig | undefined {
  return matches[0].loaderData?.config
}
