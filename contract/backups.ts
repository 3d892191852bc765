import { z } from 'zod'
import { backupStatuses, services, species } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { Day, Id, Instant, text } from './values.ts'

const params = z.object({ bookingId: Id })

/** The backup sitter of a stay, as shown to its owner. */
export const Backup = z.object({
  sitter: z.object({ id: Id, name: z.string() }),
  status: z.enum(backupStatuses),
  askedAt: Instant,
  answeredAt: Instant.nullable(),
})
/** The backup sitter of a booking and whether one can be asked, as shown to its owner. */
const OwnBackup = z.object({
  backup: Backup.nullable(),
  /** True if a backup can be asked: a stay of more than three nights that is agreed and not over. */
  possible: z.boolean(),
})

/**
 * A stay for which the viewer is asked to be the backup sitter. It contains no private data: neither full names nor
 * places.
 */
export const BackupAsked = z.object({
  bookingId: Id,
  owner: z.string(),
  service: z.enum(services),
  startOn: Day,
  endOn: Day,
  pets: z.array(z.object({ name: z.string(), species: z.enum(species) })),
  note: z.string().nullable(),
  status: z.enum(backupStatuses),
  askedAt: Instant,
  /** The stay has lost its sitter, so the owner may now send the backup sitter a request. */
  called: z.boolean(),
})

export const showBackup = endpoint({
  method: 'GET',
  path: '/v1/bookings/:bookingId/backup',
  access: 'account',
  summary: 'Get the backup sitter of your booking, and whether one can be asked (owner)',
  params,
  response: OwnBackup,
  problems: ['booking-not-found'],
})

export const askBackup = endpoint({
  method: 'PUT',
  path: '/v1/bookings/:bookingId/backup',
  access: 'account',
  summary: 'Ask a sitter to be the backup of your booking; replaces any sitter asked before (owner)',
  params,
  body: z.strictObject({ sitterId: Id, note: text(500).nullable().default(null) }),
  response: OwnBackup,
  problems: [
    'booking-not-found',
    'sitter-not-found',
    'backup-refused',
    'person-blocked',
    'person-unavailable',
  ],
})

export const removeBackup = endpoint({
  method: 'DELETE',
  path: '/v1/bookings/:bookingId/backup',
  access: 'account',
  summary: 'Remove the backup sitter of your booking; succeeds if there is none (owner)',
  params,
  response: OwnBackup,
  problems: ['booking-not-found'],
})

export const listBackups = endpoint({
  method: 'GET',
  path: '/v1/backups',
  access: 'account',
  summary: 'List stays that are not over for which you were asked to be the backup sitter, soonest first',
  response: z.object({ items: z.array(BackupAsked), nextCursor: z.null() }),
  problems: [],
})

export const answerBackup = endpoint({
  method: 'POST',
  path: '/v1/bookings/:bookingId/backup/answer',
  access: 'account',
  summary: 'Agree or decline to be the backup sitter of a stay; you can change your answer later',
  params,
  body: z.strictObject({ agree: z.boolean() }),
  response: BackupAsked,
  problems: ['booking-not-found'],
})

export type OwnBackup = z.infer<typeof OwnBackup>
export type BackupAsked = z.infer<typeof BackupAsked>
