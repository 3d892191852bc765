import { createHmac, timingSafeEqual } from 'node:crypto'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const signature = (id: string, secret: string) =>
  createHmac('sha256', `circle\0${secret}`).update(id).digest('base64url')

/** How long the address of an invitation works. */
export const invitationDays = 30

/** Lets whoever holds it take this invitation, and nothing else. Nothing is stored that would. */
export const invitationToken = (memberId: string, secret: string): string =>
  `${memberId}.${signature(memberId, secret)}`

/** The id of the invitation, null for what was never given out. */
export function readInvitationToken(token: string, secret: string): string | null {
  const [id = '', sign = ''] = token.split('.')
  const [given, right] = [Buffer.from(sign), Buffer.from(signature(id, secret))]
  return uuid.test(id) && given.length === right.length && timingSafeEqual(given, right) ? id : null
}
