import { createHmac, timingSafeEqual } from 'node:crypto'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const signature = (id: string, secret: string) =>
  createHmac('sha256', `circle\0${secret}`).update(id).digest('base64url')

/** Days for which an invitation link works. */
export const invitationDays = 30

/** Returns a token that lets its holder accept this invitation and nothing else. The token is not stored. */
export const invitationToken = (memberId: string, secret: string): string =>
  `${memberId}.${signature(memberId, secret)}`

/** Returns the id of the invitation, null for a token that was never issued. */
export function readInvitationToken(token: string, secret: string): string | null {
  const [id = '', sign = ''] = token.split('.')
  const [given, right] = [Buffer.from(sign), Buffer.from(signature(id, secret))]
  return uuid.test(id) && given.length === right.length && timingSafeEqual(given, right) ? id : null
}
