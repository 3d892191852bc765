import { createContext } from 'react-router'
import type { PageAnnouncements } from '#contract/announcements.ts'
import type { PaymentMode } from '#contract/codes.ts'
import type { Open } from '#contract/settings.ts'
import type { PagePicture } from '#web/share/page-picture.ts'

type Provider = { id: string; name: string }

/** Where people sign in: at this site's own identity service or at a hosted one. */
export type PublicIdentity =
  | { mode: 'embedded'; apiKey: string; projectId: string; providers: Provider[] }
  | {
      mode: 'hosted'
      firebase: {
        apiKey: string
        authDomain: string
        projectId: string
        storageBucket: string
        messagingSenderId: string
        appId: string
      }
      providers: Provider[]
    }

/** The operator's map tiles. Without them, maps draw the outline of the land and the names of towns. */
export type MapTiles = {
  /** True for one PMTiles archive on this site, false for a template with {z}, {x} and {y}. */
  archive: boolean
  url: string
  kind: 'vector' | 'raster'
  maxZoom: number
  attribution: string
  attributionUrl: string | null
}

/** The public runtime settings, sent to every browser. */
export type PublicConfig = {
  /** Base URL of the API; empty if it is this site. */
  apiBaseUrl: string
  buildId: string
  site: {
    name: string
    url: string
    description: string
    language: string
    /** Link preview picture for pages that have none of their own. */
    picture: PagePicture
    /** The operator's own lines at the end of every page. */
    footer: { text: string; links: { label: string; to: string }[] } | null
  }
  identity: PublicIdentity
  hotjarEnabled: boolean
  hotjarId: number | null
  mailbox: boolean
  /** False if the operator runs the site without mail: links sent by mail then never arrive. */
  sendsMail: boolean
  /** Whether the pages for developers exist. */
  development: boolean
  /** Payment mode of new bookings. */
  paymentMode: PaymentMode
  map: MapTiles | null
  /** Whether other sites may show the search. */
  widget: boolean
  /** Null if everything is open. */
  open: Open | null
  /** Null if there are none now. */
  announcements: PageAnnouncements | null
}

/** What the root's loader returns. */
export type RootData = { config: PublicConfig; nonce: string | undefined }

export const publicConfigContext = createContext<PublicConfig>()
export const nonceContext = createContext<string | undefined>(undefined)

/** Elements that the server adds to the end of every page's head: the colours that the operator has chosen. */
export const headContext = createContext('')

/** The operator's own picture on the home page, which no other page needs; null for the drawn animals. */
export type StartPicture = { alt: string; sizes: { width: number; url: string }[] }
export const startPictureContext = createContext<StartPicture | null>(null)

/** The signed-in person for whom the server renders this page (decision 95). */
export type PageViewer = { accountId: string; uid: string; email: string | null; emailVerified: boolean }

/** Null for visitors, and if the browser must load the personal data itself. */
export const viewerContext = createContext<PageViewer | null>(null)

/** One page while the server renders it. */
export type Rendering = {
  /** What the loaders returned, by route, if the router did not get it; the entry sends it to the browser. */
  data?: Map<string, unknown>
  /** The page, once it is complete. */
  html?: Buffer
}

export const renderingContext = createContext<Rendering>()
