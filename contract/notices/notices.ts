import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { keysOf } from '#contract/entries.ts'
import { TimeZone } from '#contract/settings.ts'
import { ClockTime, Id, Instant, line, PageQuery, page } from '#contract/values.ts'
import { digests, noticeChannels, noticeKinds, noticeTopics } from './kinds.ts'

export const Notice = z.object({
  id: Id,
  kind: z.enum(keysOf(noticeKinds)),
  topic: z.enum(noticeTopics),
  title: z.string(),
  /** Path of the page that the notice links to. */
  path: z.string(),
  toldAt: Instant,
  readAt: Instant.nullable(),
})
const Unread = z.object({ unread: z.int() })

export const listNotices = endpoint({
  method: 'GET',
  path: '/v1/notices',
  access: 'account',
  summary: 'List your notices, newest first, and the number of unread ones',
  query: PageQuery,
  response: page(Notice).extend(Unread.shape),
  problems: ['cursor-invalid'],
})
export const countNotices = endpoint({
  method: 'GET',
  path: '/v1/notices/unread',
  access: 'account',
  summary: 'Count your unread notices, up to 100',
  response: Unread,
  problems: [],
})
export const readNotices = endpoint({
  method: 'POST',
  path: '/v1/notices/read',
  access: 'account',
  summary: 'Mark notices as read: one by its id, those about one subject, or all up to a point in time',
  body: z.union([
    z.strictObject({ id: Id }),
    z.strictObject({ subjectId: Id }),
    z.strictObject({ allUntil: Instant }),
  ]),
  /** `readAt` identifies the marking, so that it can be undone. */
  response: Unread.extend({ readAt: Instant }),
  problems: [],
})
export const unreadNotices = endpoint({
  method: 'POST',
  path: '/v1/notices/unread',
  access: 'account',
  summary: 'Undo marking notices as read, by the `readAt` of that request',
  body: z.strictObject({ readAt: Instant }),
  response: Unread,
  problems: [],
})

const channelState = z.object({ isOn: z.boolean(), isFixed: z.boolean() })
const QuietHours = z.strictObject({ from: ClockTime, to: ClockTime })
/** A browser that receives push messages. */
const Device = z.object({ id: Id, name: z.string(), madeAt: Instant })

export const NoticeSettings = z.object({
  topics: z.array(
    z.object({
      topic: z.enum(noticeTopics),
      label: z.string(),
      hint: z.string(),
      channels: z.object({ app: channelState, mail: channelState, push: channelState }),
    }),
  ),
  quietHours: QuietHours.nullable(),
  digest: z.enum(digests),
  digestTime: ClockTime,
  /** Whether a push message shows the title, or only that there is news. */
  pushShowsTitle: z.boolean(),
  /** Time zone of the hours: that of the account, otherwise that of the site. */
  timeZone: z.string(),
  /** The public key with which a browser subscribes at its push service. */
  pushKey: z.string(),
  devices: z.array(Device),
  version: z.int(),
})
export const showNoticeSettings = endpoint({
  method: 'GET',
  path: '/v1/notices/settings',
  access: 'account',
  summary: 'Get your notice settings: channels, quiet hours, digest and push devices',
  response: NoticeSettings,
  problems: [],
})
export const changeNoticeSettings = endpoint({
  method: 'PUT',
  path: '/v1/notices/settings',
  access: 'account',
  summary: 'Update your notice settings; omitted fields stay unchanged',
  body: z.strictObject({
    choices: z
      .array(
        z.strictObject({ topic: z.enum(noticeTopics), channel: z.enum(noticeChannels), isOn: z.boolean() }),
      )
      .max(50)
      .default([]),
    quietHours: QuietHours.refine(({ from, to }) => from !== to, 'Choose two different times')
      .nullable()
      .optional(),
    digest: z.enum(digests).optional(),
    digestTime: ClockTime.optional(),
    pushShowsTitle: z.boolean().optional(),
    /** The device's time zone, for an account that has not chosen one. */
    timeZone: TimeZone.optional(),
    version: z.int(),
  }),
  response: NoticeSettings,
  problems: ['version-stale', 'notice-fixed'],
})
const base64url = (bytes: number) =>
  z
    .string()
    .regex(/^[\w-]+=*$/, 'Write it in base64url')
    .refine(
      (text) => Math.floor((text.replace(/=+$/, '').length * 3) / 4) === bytes,
      `This must have ${bytes} bytes`,
    )

export const addPushDevice = endpoint({
  method: 'POST',
  path: '/v1/notices/devices',
  access: 'account',
  summary: 'Register a browser for push messages; renews an existing registration',
  status: 201,
  body: z.strictObject({
    endpoint: z.url({ protocol: /^https$/, error: 'This is not the address of a push service' }).max(2_000),
    keys: z.strictObject({ p256dh: base64url(65), auth: base64url(16) }),
    name: line(80, 1),
  }),
  response: Device,
  problems: [],
})
export const removePushDevice = endpoint({
  method: 'POST',
  path: '/v1/notices/devices/remove',
  access: 'account',
  summary: 'Remove a browser from push messages, by its id or endpoint; succeeds if there is none',
  body: z.union([z.strictObject({ id: Id }), z.strictObject({ endpoint: z.string().max(2_000) })]),
  response: z.object({ devices: z.array(Device) }),
  problems: [],
})
export const tryPushDevice = endpoint({
  method: 'POST',
  path: '/v1/notices/devices/try',
  access: 'account',
  summary: 'Send a test push message to one of your browsers',
  body: z.strictObject({ id: Id }),
  response: z.object({ sent: z.boolean() }),
  problems: [],
})

export type Notice = z.infer<typeof Notice>
export type NoticeSettings = z.infer<typeof NoticeSettings>
