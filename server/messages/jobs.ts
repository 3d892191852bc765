import type { Deps } from '#server/kernel/deps.ts'
import { job, type JobHandler } from '#server/kernel/jobs/jobs.ts'
import { addBookingEvents } from '#server/messages/commands.ts'

export const messageJobs = (deps: Deps): JobHandler[] => [
  job('messages.note-booking', ({ bookingId }) => addBookingEvents(deps, bookingId)),
]
