import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { TimeZone } from '#contract/settings.ts'
import { Id, Instant, line } from '#contract/values.ts'

const params = z.object({ memberId: Id })

/** A friend whom the owner has invited to care for pets free of charge. */
export const CircleFriend = z.object({
  id: Id,
  /** The name chosen by the owner. */
  name: z.string(),
  /** Null until the invitation is accepted. */
  joined: z
    .object({
      at: Instant,
      name: z.string(),
      accountId: Id,
      /** For asking the friend, with `circle: true` in the draft. */ sitterId: Id,
    })
    .nullable(),
  /** The link that accepts the invitation, valid once; null after that. */
  link: z.string().nullable(),
  invitedAt: Instant,
  /** Expiry of the link; null once the invitation is accepted. */
  linkUntil: Instant.nullable(),
})

/** An owner to whose care circle the viewer belongs. */
export const CircleOwner = z.object({ id: Id, name: z.string(), joinedAt: Instant })

const Circle = z.object({
  friends: z.array(CircleFriend),
  owners: z.array(CircleOwner),
})

export const showCircle = endpoint({
  method: 'GET',
  path: '/v1/circle',
  access: 'account',
  summary: 'Get your care circle: the friends who help you, and the owners you help',
  response: Circle,
  problems: [],
})

export const inviteFriend = endpoint({
  method: 'POST',
  path: '/v1/circle/invitations',
  access: 'account',
  summary: 'Invite a friend to look after your pets free of charge; returns the link to send',
  status: 201,
  body: z.strictObject({ name: line(60) }),
  response: CircleFriend,
  problems: ['circle-full'],
})

export const showInvitation = endpoint({
  method: 'POST',
  path: '/v1/circle/invitations/look',
  access: 'account',
  summary: 'Get a care circle invitation by its token, before accepting it',
  body: z.strictObject({ token: line(120) }),
  response: z.object({ owner: z.string(), pets: z.array(z.string()), joined: z.boolean() }),
  problems: ['circle-invitation-invalid'],
})

export const joinCircle = endpoint({
  method: 'POST',
  path: '/v1/circle/joins',
  access: 'account',
  summary: 'Accept a care circle invitation; idempotent; creates a private sitter profile if you have none',
  body: z.strictObject({
    token: line(120),
    /** The device's time zone, in which times are shown until the profile has a place. */
    timeZone: TimeZone.optional(),
  }),
  response: Circle,
  problems: ['circle-invitation-invalid', 'person-blocked', 'person-unavailable'],
})

export const leaveCircle = endpoint({
  method: 'DELETE',
  path: '/v1/circle/:memberId',
  access: 'account',
  summary:
    'Delete a care circle invitation or membership; agreed bookings stay; succeeds if there is none (owner or friend)',
  params,
  response: Circle,
  problems: [],
})

export type CircleFriend = z.infer<typeof CircleFriend>
export type Circle = z.infer<typeof Circle>
