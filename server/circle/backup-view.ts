import type { BackupAsked, OwnBackup } from '#contract/backups.ts'
import { mayHaveBackup } from '#server/circle/backup.ts'
import type { BackupRequestRow, StayRow } from '#server/circle/backup-store.ts'
import { displayName } from '#server/sitters/profile.ts'

export const viewOwnBackup = (stay: NonNullable<StayRow>, now: Date): OwnBackup => ({
  backup:
    stay.second_id === null || stay.asked_at === null || stay.backup_status === null
      ? null
      : {
          sitter: { id: stay.second_id, name: stay.second_name ?? '' },
          status: stay.backup_status,
          askedAt: stay.asked_at.toISOString(),
          answeredAt: stay.answered_at?.toISOString() ?? null,
        },
  possible: mayHaveBackup(stay, now),
})

export const viewBackupRequest = (row: BackupRequestRow): BackupAsked => ({
  bookingId: row.booking_id,
  owner: displayName(row.owner_name),
  service: row.service,
  startOn: row.start_on,
  endOn: row.end_on,
  pets: row.pets,
  note: row.note,
  status: row.status,
  askedAt: row.asked_at.toISOString(),
  called: row.called_at !== null,
})
