import type { NoticeContent } from '#server/circle/backup-mails.ts'
import type { Site } from '#server/kernel/deps.ts'

const path = '/account/circle'

const noticeContent = (title: string, paragraph: string, label: string, site: Site): NoticeContent => ({
  title,
  path,
  mail: {
    subject: title,
    greeting: 'Hello,',
    paragraphs: [paragraph],
    facts: [],
    quoted: null,
    button: { label, url: `${site.url}${path}` },
    closing: 'You see everybody in your care circle there.',
  },
})

export const joinedLetter = (friend: string, site: Site): NoticeContent =>
  noticeContent(
    `${friend} is in your care circle`,
    `${friend} has accepted your invitation. From now on you can ask for help with your pets, free of charge; the care sheet, the calendar and the report card work as with any sitter.`,
    'Ask for help',
    site,
  )

export const leftLetter = (friend: string, site: Site): NoticeContent =>
  noticeContent(
    `${friend} has left your care circle`,
    `You can no longer ask ${friend} for help. Bookings that you have already agreed on are not affected.`,
    'See your care circle',
    site,
  )
