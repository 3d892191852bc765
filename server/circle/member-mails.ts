import type { Told } from '#server/circle/backup-mails.ts'
import type { Site } from '#server/kernel/deps.ts'

const path = '/account/circle'

const told = (title: string, paragraph: string, label: string, site: Site): Told => ({
  title,
  path,
  mail: {
    subject: title,
    greeting: 'Hello,',
    paragraphs: [paragraph],
    facts: [],
    quoted: null,
    button: { label, url: `${site.url}${path}` },
    closing: 'Everybody in your care circle is on that page.',
  },
})

export const joinedLetter = (friend: string, site: Site): Told =>
  told(
    `${friend} is in your care circle`,
    `${friend} has taken your invitation. You can ask for help with your pets from now on, for nothing; the care sheet, the calendar and the report card work as with every sitter.`,
    'Ask for help',
    site,
  )

export const leftLetter = (friend: string, site: Site): Told =>
  told(
    `${friend} has left your care circle`,
    `${friend} can no longer be asked. What you have already agreed on stays agreed.`,
    'See your care circle',
    site,
  )
