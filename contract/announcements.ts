import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  announcementAudiences,
  announcementStates,
  announcementTones,
  localAudiences,
} from './staff/codes.ts'
import { Id, Instant, line, LinkTarget, page, PageQuery, text } from './values.ts'

const shown = {
  words: text(300, 1),
  /** Where a reader can find out more. */
  link: z
    .strictObject({ words: line(60, 1), to: LinkTarget })
    .nullable()
    .default(null),
  tone: z.enum(announcementTones).default('info'),
}

/** An announcement as a reader gets it. */
export const Announcement = z.object({
  id: Id,
  /** Changes with the words, so that somebody who has closed it sees it again. */
  version: z.int(),
  ...shown,
  endsAt: Instant,
})

/** An announcement as staff write it. With `placeId`, only people connected with that town see it. */
export const AnnouncementInput = z
  .strictObject({
    ...shown,
    audience: z.enum(announcementAudiences).default('everyone'),
    placeId: z.int().nullable().default(null),
    beginsAt: Instant,
    endsAt: Instant,
  })
  .refine(({ beginsAt, endsAt }) => Date.parse(endsAt) >= Date.parse(beginsAt), {
    path: ['endsAt'],
    message: 'Choose an end that is not before the begin',
  })
  .refine(({ audience, placeId }) => placeId === null || localAudiences.includes(audience), {
    path: ['placeId'],
    message: 'Leave the town out, or choose people who are signed in, owners or sitters',
  })

const WrittenAnnouncement = Announcement.extend({
  audience: z.enum(announcementAudiences),
  place: z.object({ id: z.int(), name: z.string() }).nullable(),
  beginsAt: Instant,
  state: z.enum(announcementStates),
  at: Instant,
  by: z.string(),
})

/** The announcements that every page is sent with. */
const PageAnnouncements = z.object({
  forEveryone: z.array(Announcement),
  forVisitors: z.array(Announcement),
  /** There are others, which only some of the signed-in people read (`GET /v1/announcements`). */
  hasAimed: z.boolean(),
})

export const showAnnouncements = endpoint({
  method: 'GET',
  path: '/v1/announcements/shown',
  access: 'public',
  summary: 'Get the announcements that a page is sent with now; null if nothing is in force',
  response: z.object({ announcements: PageAnnouncements.nullable() }),
  problems: [],
})

export const listAnnouncements = endpoint({
  method: 'GET',
  path: '/v1/announcements',
  access: 'account',
  summary: 'List the announcements in force that concern only some people, the signed-in person among them',
  response: z.object({ items: z.array(Announcement) }),
  problems: [],
})

export const listWrittenAnnouncements = endpoint({
  method: 'GET',
  path: '/v1/admin/announcements',
  access: 'content.read',
  summary: 'List the announcements, those that end last first (staff)',
  query: PageQuery,
  response: page(WrittenAnnouncement),
  problems: ['cursor-invalid'],
})

const body = z.strictObject({ announcement: AnnouncementInput, reason: text(1000, 10) })
const ofOne = {
  path: '/v1/admin/announcements/:announcementId',
  access: 'content.change',
  freshSignIn: 'required',
  params: z.object({ announcementId: Id }),
} as const
/** The version that was read, so that nobody overwrites another's words. */
const version = z.int()

export const addAnnouncement = endpoint({
  method: 'POST',
  path: '/v1/admin/announcements',
  access: 'content.change',
  freshSignIn: 'required',
  summary: 'Publish an announcement for visitors, now or at a later time (staff)',
  status: 201,
  body,
  response: WrittenAnnouncement,
  problems: [],
})

export const changeAnnouncement = endpoint({
  ...ofOne,
  method: 'PUT',
  summary: 'Change an announcement; an end that has passed takes it down (staff)',
  body: body.extend({ version }),
  response: WrittenAnnouncement,
  problems: ['announcement-not-found', 'version-stale'],
})

export type Announcement = z.infer<typeof Announcement>
export type AnnouncementInput = z.output<typeof AnnouncementInput>
export type WrittenAnnouncement = z.infer<typeof WrittenAnnouncement>
export type PageAnnouncements = z.infer<typeof PageAnnouncements>
