import { createContext } from 'react-router'
import type { PaymentMode } from '#contract/codes.ts'
import type { PagePicture } from '#web/share/page-picture.ts'

type Provider = { id: string; name: string }

/** Where people sign in: at this site's own identity service, or at a hosted one. */
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

/** The operator's map; without it maps draw the outline of the land and the names of towns. */
export type MapTiles = {
  /** One PMTiles archive on this site, or a template with {z}, {x} and {y}. */
  archive: boolean
  url: string
  kind: 'vector' | 'raster'
  maxZoom: number
  attribution: string
  attributionUrl: string | null
}

/** The public runtime settings, sent to every browser. */
export type PublicConfig = {
  /** Where the API is; empty means this site. */
  apiBaseUrl: string
  buildId: string
  site: {
    name: string
    url: string
    description: string
    language: string
    /** What others show beside a link to a page that has no picture of its own. */
    picture: PagePicture
  }
  identity: PublicIdentity
  hotjarEnabled: boolean
  hotjarId: number | null
  mailbox: boolean
  /** False where the operator runs the site without mail: no link ever arrives. */
  sendsMail: boolean
  /** Pages for developers exist. */
  development: boolean
  /** How the money of new bookings moves. */
  paymentMode: PaymentMode
  map: MapTiles | null
}

export const publicConfigContext = createContext<PublicConfig>()
export const nonceContext = createContext<string | undefined>(undefined)

/** Where the server wants the bytes of a page it renders. */
export const sinkContext = createContext<NodeJS.WritableStream>()
