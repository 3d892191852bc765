import type { Open } from '#contract/settings.ts'
import type { Config } from '#server/config/config.ts'
import type { Site } from '#server/kernel/deps.ts'
import type { MapTiles, PublicConfig, PublicIdentity } from '#web/layout/contexts.ts'
import { sitePicture } from '#web/share/page-picture.ts'

/** The part of the configuration that is sent to every browser; announcements come and go by themselves. */
export const publicConfig = (
  config: Config,
  site: Site,
  buildId: string,
  { map, open }: { map: MapTiles | null; open: Open },
): Omit<PublicConfig, 'announcements'> => ({
  apiBaseUrl: '',
  buildId,
  site: {
    name: site.name,
    url: site.url,
    description: site.description,
    language: 'en-GB',
    picture: sitePicture(site).picture,
    footer: site.footer,
  },
  identity: publicIdentity(config),
  hotjarEnabled: config.hotjar !== undefined,
  hotjarId: config.hotjar?.id ?? null,
  mailbox: !config.site.mailConfigured && !config.production,
  sendsMail: config.site.mailConfigured || !config.production,
  development: !config.production,
  paymentMode: config.stripe ? 'stripe' : 'manual',
  map,
  widget: config.widgetSites !== 'off',
  open: isOpen(open) ? null : open,
})

const isOpen = ({ signUp, sitters, requests, questions, promoCodes }: Open): boolean =>
  signUp === 'open' && sitters && requests && questions && promoCodes

const publicIdentity = ({ identity, hosted }: Config): PublicIdentity =>
  hosted
    ? { mode: 'hosted', firebase: hosted.firebase, providers: hosted.providers }
    : {
        mode: 'embedded',
        apiKey: identity.apiKey,
        projectId: identity.projectId,
        providers: (identity.providers ?? []).map(({ id, name }) => ({ id, name })),
      }
