import { z } from 'zod'
import { updateRhythms } from '#contract/codes.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/values.ts'

const params = z.object({ bookingId: Id })

/** How often the sitter should send updates. */
export const UpdateRhythm = z.object({
  rhythm: z.enum(updateRhythms),
  /** Rhythms available for this booking; those per visit do not apply to stays. */
  choices: z.array(z.enum(updateRhythms)),
  /** The viewer is the owner, and the booking is not over. */
  changeable: z.boolean(),
})

export const showUpdateRhythm = endpoint({
  method: 'GET',
  path: '/v1/bookings/:bookingId/update-rhythm',
  access: 'account',
  summary: 'Get how often the owner wants updates during a booking (owner or sitter)',
  params,
  response: UpdateRhythm,
  problems: ['booking-not-found'],
})
export const changeUpdateRhythm = endpoint({
  method: 'PUT',
  path: '/v1/bookings/:bookingId/update-rhythm',
  access: 'account',
  summary: 'Set how often you want updates during your booking (owner)',
  params,
  body: z.strictObject({ rhythm: z.enum(updateRhythms) }),
  response: UpdateRhythm,
  problems: ['booking-not-found', 'booking-action-not-allowed'],
})

export type UpdateRhythm = z.infer<typeof UpdateRhythm>
