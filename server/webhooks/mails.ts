import { failingDays } from '#contract/webhooks/codes.ts'
import type { Site } from '#server/kernel/deps.ts'
import type { NoticeLetter } from '#server/notices/letter.ts'

const button = ({ url }: Site) => ({ label: 'See your webhooks', url: `${url}/account/developers` })

/** The page of the desk with the webhooks of the site. */
export const sitePath = '/admin/integrations'

export const newWebhookLetter = (host: string, site: Site): NoticeLetter => ({
  subject: `${host} is told of your bookings on ${site.name}`,
  greeting: 'Hello,',
  paragraphs: [
    `Somebody who is signed in as you has added a webhook: ${host} is told when something happens in your bookings. It gets the number and the status of the booking, but no names, addresses or messages.`,
    'If it was you, there is nothing to do. If it was not, delete the webhook and choose a new password at once, which signs out everybody else.',
  ],
  facts: [],
  quoted: null,
  button: button(site),
  closing: `Was it not you? Choose a new password: ${site.url}/account/security`,
})

type Pausing = { host: string; isGone: boolean; site: Site }

/** `isGone`: the address has answered that it wants nothing more. */
export const pausedLetter = ({ host, isGone, site }: Pausing): NoticeLetter => ({
  subject: `Your webhook to ${host} is paused`,
  greeting: 'Hello,',
  paragraphs: [
    isGone
      ? `${host} has answered that it no longer wants to be told of your bookings on ${site.name} (410), so we have paused your webhook.`
      : `For ${failingDays} days ${host} could not be told of your bookings on ${site.name}, so we have paused your webhook.`,
    'Nothing more is sent until you resume it. The log says what went wrong, and each message in it can be sent again.',
  ],
  facts: [],
  quoted: null,
  button: button(site),
  closing: 'If you no longer need it, delete it.',
})

/** To the staff who may change the webhooks of the site. */
export const sitePausedLetter = ({ host, isGone, site }: Pausing): NoticeLetter => ({
  subject: `The webhook of ${site.name} to ${host} is paused`,
  greeting: 'Hello,',
  paragraphs: [
    isGone
      ? `${host} has answered that it no longer wants to be told of the bookings on ${site.name} (410), so the webhook is paused.`
      : `For ${failingDays} days ${host} could not be told of the bookings on ${site.name}, so the webhook is paused.`,
    'Nothing more is sent until somebody resumes it. The log says what went wrong, and each message in it can be sent again.',
  ],
  facts: [],
  quoted: null,
  button: { label: 'See the webhooks of the site', url: `${site.url}${sitePath}` },
  closing: 'If nobody needs it any more, delete it.',
})
