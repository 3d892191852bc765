import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id, text } from '#contract/values.ts'
import { roles } from './codes.ts'

const Roles = z.array(z.enum(roles)).max(roles.length).default([])

export const changeRoles = endpoint({
  method: 'POST',
  path: '/v1/admin/people/:accountId/roles',
  access: 'roles.change',
  summary:
    'Give and take roles, from the next request of the person, who is told by mail; refused if no owner of the site would remain (staff)',
  params: z.object({ accountId: Id }),
  /** `reason` is sent to the person. A role in both lists is taken. */
  body: z.strictObject({ give: Roles, take: Roles, reason: text(1000, 10) }),
  response: z.object({ roles: z.array(z.enum(roles)) }),
  freshSignIn: 'required',
  problems: ['account-not-found', 'person-change-refused'],
})
