import { z } from 'zod'
import type { EndpointResponse } from '#contract/endpoint.ts'
import { isStaff, mayDo, viewingMinutes } from '#contract/staff/codes.ts'
import type * as contract from '#contract/staff/viewing.ts'
import type { Deps, TokenViewer, Viewer } from '#server/kernel/deps.ts'
import { Problem } from '#server/kernel/problem.ts'
import { seal, tryUnseal } from '#server/kernel/seal.ts'
import { requireChangeable } from '#server/staff/person-commands.ts'
import { findViewed } from '#server/staff/viewing-store.ts'

const Sealed = z.object({
  accountId: z.string(),
  /** The session of the member of staff; null if their sign-in service names none. */
  sessionId: z.string().nullable(),
  /** Seconds since the epoch. */
  until: z.number(),
})

/** A key is sealed for one member of staff, so that it is useless beside the token of anybody else. */
const placeOf = (staffId: string) => `staff-viewing:${staffId}`

/** Returns the key with which the viewer sees the site as this person. The reason is in the act of staff. */
export async function startViewing(
  { db, now, site }: Pick<Deps, 'db' | 'now' | 'site'>,
  viewer: Viewer,
  accountId: string,
): Promise<EndpointResponse<typeof contract.startViewing>> {
  await requireChangeable(db, viewer, accountId)
  const until = Math.floor(now().getTime() / 1000) + viewingMinutes * 60
  const sealed: z.infer<typeof Sealed> = { accountId, sessionId: viewer.sessionId ?? null, until }
  const key = seal(site, placeOf(viewer.accountId), JSON.stringify(sealed)).toString('base64url')
  return { key, endsAt: new Date(until * 1000).toISOString() }
}

const ended = (detail: string) => new Problem('viewing-ended', { detail })

function readKey({ site, now }: Pick<Deps, 'site' | 'now'>, key: string, staff: TokenViewer) {
  const text = tryUnseal(site, placeOf(staff.accountId ?? ''), Buffer.from(key, 'base64url'))
  // Another version of the server may have sealed another form.
  const sealed = text === null ? undefined : Sealed.safeParse(JSON.parse(text)).data
  if (!sealed || sealed.sessionId !== (staff.sessionId ?? null))
    throw ended('This was begun with another sign-in. Begin again on the page of the person.')
  if (now().getTime() >= sealed.until * 1000)
    throw ended(`The ${viewingMinutes} minutes are over. Begin again on the page of the person.`)
  return sealed
}

/**
 * Returns the person as whom a member of staff sees the site, without any role. Both are checked at each request: the
 * member of staff may have lost the role, and the person may have been erased or have got a role.
 */
export async function viewedPerson(
  deps: Pick<Deps, 'db' | 'now' | 'site'>,
  staff: TokenViewer,
  key: string,
): Promise<TokenViewer> {
  if (!mayDo(staff.roles, 'people.view')) throw ended('You no longer have a role that allows this.')
  const { accountId } = readKey(deps, key, staff)
  const person = await findViewed(deps.db, accountId)
  if (!person) throw ended('This account no longer exists.')
  if (isStaff(person.roles) && !staff.roles.includes('instance_owner'))
    throw ended('This person helps to run the site now. Only an owner of the site can do this.')
  const { uid, email, email_verified: emailVerified } = person
  return { uid, email, emailVerified, authTime: 0, sessionId: null, accountId, roles: [] }
}
