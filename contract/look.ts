import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { keysOf } from './entries.ts'
import { Photo } from './files/files.ts'
import { lookProperties, maxFooterLinks } from './look/codes.ts'
import { Id, Instant, line, LinkTarget, page, PageQuery, text } from './values.ts'

const Hex = z.string().regex(/^#[0-9a-f]{6}$/i, 'Write a colour like #1f4d3f')

/** Colours in which a text could not be read are refused (`palette.ts`, WCAG 2.2 level AA). */
const Colours = z.object({
  /** Links, the logo and main marks; the tints and the dark theme follow from it. Null for the original green. */
  main: Hex.nullable().default(null),
  /** Buttons that lead on, and stars. Null for the original gold. */
  accent: Hex.nullable().default(null),
  /** Single colours as custom properties of CSS, a line each: `--paper: light-dark(#fffaf0, #191610)`. */
  custom: z.string().max(2000).default(''),
})

/** An uploaded picture of the kind `look`, shown instead of the drawn mark. */
const Logo = z.object({
  fileId: Id,
  /** False for a logo that contains the name of the site. */
  showsName: z.boolean(),
})

const { corners, headings, shadows } = lookProperties
const Shape = z.object({
  corners: z.enum(keysOf(corners)).default('round'),
  headings: z.enum(keysOf(headings)).default('serif'),
  shadows: z.enum(keysOf(shadows)).default('soft'),
})

/** An uploaded picture of the kind `look`, shown on the home page instead of the drawn animals. */
const Start = z.object({
  fileId: Id,
  /** What it shows, for people who cannot see it. */
  alt: line(200, 1, 'Describe what the picture shows'),
})

/** What stands at the end of every page, under the links of the site. */
const Footer = z.object({
  /** Who runs the site, and where: "Pawtown e. V., 1 Harbour Street". */
  text: line(200).default(''),
  links: z
    .array(z.object({ label: line(40, 1, 'Write the words of the link'), to: LinkTarget }))
    .max(maxFooterLinks)
    .default([]),
})

/** What the operator chooses on the desk about how the site presents itself. */
export const Look = z.object({
  /** What the site is called; null for the name in the configuration. */
  name: line(60, 1).nullable().default(null),
  colours: Colours.default({ main: null, accent: null, custom: '' }),
  /** Null for the drawn mark. */
  logo: Logo.nullable().default(null),
  footer: Footer.default({ text: '', links: [] }),
  /** Null for the drawn animals. */
  start: Start.nullable().default(null),
  /** Corners, fonts and shadows, each by the name of a set of custom properties of CSS. */
  shape: Shape.default({ corners: 'round', headings: 'serif', shadows: 'soft' }),
})

/** One thing that a version changed, in words. */
const LookChange = z.object({ label: z.string(), before: z.string(), after: z.string() })

const LookVersion = z.object({
  version: z.int(),
  at: Instant,
  by: z.string(),
  reason: z.string(),
  /** What it changed against the version before. */
  changes: z.array(LookChange),
})

const reason = text(1000, 10)

export const showLook = endpoint({
  method: 'GET',
  path: '/v1/admin/look',
  access: 'settings.read',
  summary: 'Get the look of the site and the name in its configuration (staff)',
  response: z.object({
    version: z.int(),
    look: Look,
    configuredName: z.string(),
    logo: Photo.nullable(),
    start: Photo.nullable(),
  }),
  problems: [],
})

export const saveLook = endpoint({
  method: 'PUT',
  path: '/v1/admin/look',
  access: 'settings.change',
  freshSignIn: 'required',
  summary: 'Change the look of the site; what is left out gets its default (staff)',
  body: z.strictObject({ version: z.int(), look: Look.strict(), reason }),
  response: z.object({ version: z.int() }),
  problems: ['version-stale', 'file-not-found', 'file-not-ready'],
})

export const listLookVersions = endpoint({
  method: 'GET',
  path: '/v1/admin/look/versions',
  access: 'settings.read',
  summary: 'List the versions of the look with what each changed, newest first (staff)',
  query: PageQuery,
  response: page(LookVersion),
  problems: ['cursor-invalid'],
})

export const restoreLook = endpoint({
  method: 'POST',
  path: '/v1/admin/look/restore',
  access: 'settings.change',
  freshSignIn: 'required',
  summary:
    'Go back to an earlier version of the look, which becomes a new version; 0 is the original look (staff)',
  status: 200,
  body: z.strictObject({ version: z.int(), to: z.int().min(0), reason }),
  response: z.object({ version: z.int() }),
  problems: ['version-stale', 'not-found'],
})

export type Look = z.infer<typeof Look>
export type LookChange = z.infer<typeof LookChange>
export type LookVersion = z.infer<typeof LookVersion>
