/** Licences allowed for software in the site. Any other stops the build until it has been reviewed. */
export const allowedLicences = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC-BY-3.0',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'PSF-2.0',
  'PostgreSQL',
  'Unlicense',
] as const

export type Exception = {
  /** A package name, or a prefix followed by a star. */
  packages: string
  reason: string
  /** Where to find a licence text that the package lacks: in another package, or in content/licences. */
  text?: { sameAs: string } | { standard: string; copyright?: string; further?: string }
  /** Allows a licence that is not in the list above, or states one if the package names none. */
  licence?: string
}

/** Missing information about packages, and why they may be used. */
export const exceptions: readonly Exception[] = [
  {
    packages: '@img/sharp-libvips-*',
    reason:
      'A shared library of its own that is loaded when the site runs. Whoever runs the site may replace it, which is what the LGPL asks for.',
    licence: 'LGPL-3.0-or-later',
    text: { standard: 'LGPL-3.0-or-later', further: 'GPL-3.0-or-later' },
  },
  {
    packages: '@firebase/*',
    reason: 'Published without the text; the Apache licence is the same for everybody.',
    text: { standard: 'Apache-2.0' },
  },
  {
    packages: 'firebase',
    reason: 'Published without the text; the Apache licence is the same for everybody.',
    text: { standard: 'Apache-2.0' },
  },
  {
    packages: '@node-rs/argon2-*',
    reason: 'The compiled part of @node-rs/argon2, published from the same repository.',
    text: { sameAs: '@node-rs/argon2' },
  },
  {
    packages: 'client-only',
    reason: 'A part of React, published from the same repository.',
    text: { sameAs: 'react' },
  },
  {
    packages: 'png-js',
    reason: 'Names no licence in its description; its LICENSE is that of MIT.',
    licence: 'MIT',
  },
  ...(
    [
      ['abstract-logging', 'MIT', 'James Sumners'],
      ['brotli', 'MIT', 'Devon Govett'],
      ['dfa', 'MIT', 'Devon Govett'],
      ['fontkit', 'MIT', 'Devon Govett'],
      ['http_ece', 'MIT', 'Martin Thomson'],
      ['pmtiles', 'BSD-3-Clause', 'Brandon Liu'],
    ] as const
  ).map(([packages, standard, author]) => ({
    packages,
    reason: 'Published without the text; its description names the licence and the author.',
    text: { standard, copyright: `Copyright (c) ${author}` },
  })),
]

/** Build-time packages of which parts end up in the browser's bundle. */
export const shippedByTheBuild = ['tailwindcss', 'vite'] as const

/** Packages that become part of the build together with what they depend on; the server does not load them. */
export const bundledByTheBuild = [
  'firebase',
  'lucide-react',
  'maplibre-gl',
  'ofetch',
  'pmtiles',
  'react-aria-components',
  'recharts',
  'sonner',
  'world-atlas',
] as const

/** Third-party content contained in the packages. */
export const sources = [
  {
    name: 'GeoNames',
    licence: 'CC BY 4.0',
    url: 'https://www.geonames.org/',
    words:
      'Names, positions and populations of towns. Changed: two extracts are joined, and small entries are left out. Postcodes come from there too, where the operator has imported them.',
  },
  {
    name: 'Natural Earth',
    licence: 'Public domain',
    url: 'https://www.naturalearthdata.com/',
    words: 'The outline of the land on maps. Made with Natural Earth.',
  },
  {
    name: 'date-holidays',
    licence: 'CC BY 3.0',
    url: 'https://github.com/commenthol/date-holidays',
    words: 'Public holidays, from Wikipedia and other sources. Changed: bridging days are added.',
  },
  {
    name: 'PostgreSQL',
    licence: 'PostgreSQL Licence',
    url: 'https://www.postgresql.org/about/licence/',
    words:
      'The database that a site without one of its own starts. Portions Copyright © 1996–2026, The PostgreSQL Global Development Group. Portions Copyright © 1994, The Regents of the University of California.',
  },
  {
    name: 'Figtree, Fraunces and Noto Sans',
    licence: 'SIL Open Font License 1.1',
    url: 'https://openfontlicense.org/',
    words: 'The fonts of pages and pictures. Changed: Fraunces is cut to the letters and weights in use.',
  },
] as const
