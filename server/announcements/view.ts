import type { Announcement, WrittenAnnouncement } from '#contract/announcements.ts'
import type { AnnouncementRow, WrittenRow } from '#server/announcements/store.ts'

const linkOf = ({ link_words: words, link_to: to }: AnnouncementRow): Announcement['link'] =>
  words !== null && to !== null ? { words, to } : null

export const viewAnnouncement = (row: AnnouncementRow): Announcement => ({
  id: row.id,
  version: row.version,
  words: row.words,
  link: linkOf(row),
  tone: row.tone,
  endsAt: row.ends_at.toISOString(),
})

export const viewWritten = (row: WrittenRow, at: Date): WrittenAnnouncement => ({
  ...viewAnnouncement(row),
  audience: row.audience,
  place: row.place_id === null ? null : { id: row.place_id, name: row.place_name ?? '' },
  beginsAt: row.begins_at.toISOString(),
  state: row.ends_at <= at ? 'ended' : row.begins_at <= at ? 'shown' : 'planned',
  at: row.created_at.toISOString(),
  by: row.by,
})
