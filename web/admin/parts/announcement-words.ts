import type { AnnouncementInput, WrittenAnnouncement } from '#contract/announcements.ts'
import { localAudiences } from '#contract/staff/codes.ts'
import { reasonField } from '#web/admin/parts/reason-dialog.tsx'
import { deviceZone } from '#web/clock.ts'
import type { Tone } from '#web/ui/badge.tsx'
import { atLeast, type FieldTable } from '#web/ui/forms/field-table.ts'

export const audienceNames: Record<WrittenAnnouncement['audience'], string> = {
  everyone: 'Everybody',
  visitors: 'Visitors who are not signed in',
  members: 'Everybody who is signed in',
  owners: 'Owners',
  sitters: 'Sitters',
  staff: 'Staff',
}

export const announcementStateWords: Record<WrittenAnnouncement['state'], { label: string; tone: Tone }> = {
  planned: { label: 'Planned', tone: 'gold' },
  shown: { label: 'Shown now', tone: 'green' },
  ended: { label: 'Ended', tone: 'neutral' },
}

export type AnnouncementValues = {
  words: string
  linkWords: string
  linkTo: string
  tone: WrittenAnnouncement['tone']
  audience: WrittenAnnouncement['audience']
  when: 'now' | 'later'
  beginsAt: string
  endsAt: string
  reason: string
}

const isInstant = (typed: string): boolean => !Number.isNaN(Date.parse(typed))

export const canBeLocal = ({ audience }: Pick<AnnouncementValues, 'audience'>): boolean =>
  localAudiences.includes(audience)

const zoneHint = (): string => `In the time zone of this device, ${deviceZone()}.`

const wordFields = {
  words: {
    label: 'What you announce',
    kind: 'text',
    rows: 3,
    maxLength: 300,
    isWide: true,
    check: atLeast(1, 'Write what you announce'),
  },
  linkTo: {
    label: 'Link to more about it',
    kind: 'line',
    optional: true,
    maxLength: 300,
    hint: 'A page of this site, like /help/notices, or an address with https://',
    check: (to: string, { linkWords }: AnnouncementValues) =>
      (to.trim() === '') === (linkWords.trim() === '') ? undefined : 'Give the link an address and words',
  },
  linkWords: {
    label: 'Words of the link',
    kind: 'line',
    optional: true,
    maxLength: 60,
    hint: 'Like: Read more',
  },
  tone: {
    label: 'How it looks',
    kind: 'choice',
    variant: 'row',
    options: [
      { value: 'info', label: 'News' },
      { value: 'warning', label: 'Warning' },
    ],
  },
  audience: {
    label: 'Who sees it',
    kind: 'select',
    options: Object.entries(audienceNames).map(([value, label]) => ({ value, label })),
  },
} satisfies Partial<FieldTable<AnnouncementValues>>

/** Returns what is wrong with the end; it must come after the start, and after now. */
function endFault(at: string, { when, beginsAt }: AnnouncementValues): string | undefined {
  if (!isInstant(at)) return 'Choose a day and a time'
  const begin = when === 'later' && isInstant(beginsAt) ? Date.parse(beginsAt) : 0
  return Date.parse(at) <= Math.max(Date.now(), begin)
    ? 'Choose an end in the future, after the start'
    : undefined
}

export const announcementFields = (): FieldTable<AnnouncementValues> => ({
  ...wordFields,
  when: {
    label: 'From when?',
    kind: 'choice',
    variant: 'row',
    options: [
      { value: 'now', label: 'At once' },
      { value: 'later', label: 'From a later time' },
    ],
  },
  beginsAt: {
    label: 'Begin',
    kind: 'line',
    type: 'datetime-local',
    hint: zoneHint(),
    appliesTo: ({ when }) => when === 'later',
    check: (at) => (isInstant(at) ? undefined : 'Choose a day and a time'),
  },
  endsAt: {
    label: 'End',
    kind: 'line',
    type: 'datetime-local',
    hint: zoneHint(),
    check: endFault,
  },
  reason: {
    ...reasonField,
    rows: 2,
    isWide: true,
    label: 'Why do you announce or change this?',
    hint: 'For the record of what staff have done.',
  },
})

/** An instant as the control for a day and a time takes it, in the time zone of this device: "2026-11-27T14:30". */
function localTime(instant: string): string {
  const at = new Date(instant)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

const blank: AnnouncementValues = {
  words: '',
  linkWords: '',
  linkTo: '',
  tone: 'info',
  audience: 'everyone',
  when: 'now',
  beginsAt: '',
  endsAt: '',
  reason: '',
}

export function announcementValues(written: WrittenAnnouncement | undefined): AnnouncementValues {
  if (!written) return blank
  const { words, link, tone, audience, state, beginsAt, endsAt } = written
  return {
    ...blank,
    words,
    ...(link && { linkWords: link.words, linkTo: link.to }),
    tone,
    audience,
    ...(state === 'planned' && { when: 'later', beginsAt: localTime(beginsAt) }),
    ...(state !== 'ended' && { endsAt: localTime(endsAt) }),
  }
}

/** What is sent; one that is shown already keeps its begin. */
export function announcementOf(
  values: AnnouncementValues,
  placeId: number | null,
  written: WrittenAnnouncement | undefined,
): AnnouncementInput {
  const { words, linkWords, linkTo, tone, audience, when, beginsAt, endsAt } = values
  const begin =
    when === 'later'
      ? new Date(beginsAt).toISOString()
      : written?.state === 'shown'
        ? written.beginsAt
        : new Date().toISOString()
  return {
    words: words.trim(),
    link: linkTo.trim() === '' ? null : { words: linkWords.trim(), to: linkTo.trim() },
    tone,
    audience,
    placeId: canBeLocal(values) ? placeId : null,
    beginsAt: begin,
    endsAt: new Date(endsAt).toISOString(),
  }
}
