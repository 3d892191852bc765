import type { CareEntry, ReportCard } from '#contract/care/report-cards.ts'
import { listWords } from '#contract/words.ts'
import type { CareBooking } from '#server/bookings/care/commands.ts'
import type { Site } from '#server/kernel/deps.ts'
import { greetingTo, instantInWords } from '#server/kernel/words.ts'
import type { NoticeLetter } from '#server/notices/letter.ts'

const pathOf = ({ id }: CareBooking): string => `/account/bookings/${id}`

/** The owner's mail about a card. It states the whole current content, so that the newest mail is complete. */
type TitledLetter = NoticeLetter & { title: string }

export function cardLetter(booking: CareBooking, card: ReportCard, site: Site): TitledLetter {
  const { sitterName, ownerName, timeZone, shown } = booking
  const pets = listWords(shown.pets.map(({ name }) => name))
  const clock = (at: string) => instantInWords(new Date(at), timeZone)
  const done = card.tasks.filter((task) => task.done)
  const title = card.leftAt
    ? `${sitterName} has finished the report card for ${pets}`
    : `${sitterName} has news of ${pets}`
  const facts: (readonly [string, string])[] = [
    ...(card.arrivedAt ? [['Arrived', clock(card.arrivedAt)] as const] : []),
    ...(card.leftAt ? [['Left', clock(card.leftAt)] as const] : []),
    ...(card.plannedMinutes !== null && card.actualMinutes !== null
      ? [['Minutes', `${card.actualMinutes} of the ${card.plannedMinutes} that you pay for`] as const]
      : []),
    ...(card.tasks.length > 0 ? [['Done', `${done.length} of ${card.tasks.length}`] as const] : []),
  ]
  return {
    title,
    subject: title,
    greeting: greetingTo(ownerName),
    paragraphs: card.short
      ? [
          'The visit was clearly shorter than what you pay for. On the booking page you can ask with one click to pay only for the time that was given.',
        ]
      : [],
    facts,
    quoted: card.notes.at(-1)?.text ?? null,
    button: { label: 'Read the report card', url: `${site.url}${pathOf(booking)}` },
    closing: `Is something wrong? Write to ${sitterName} on the booking page.`,
  }
}

type Incident = Extract<CareEntry, { kind: 'incident' }>

export function incidentLetter(booking: CareBooking, { words }: Incident, site: Site): TitledLetter {
  const { sitterName, ownerName, shown } = booking
  const pets = listWords(shown.pets.map(({ name }) => name))
  const title = `Something happened while ${sitterName} looked after ${pets}`
  return {
    title,
    subject: title,
    greeting: greetingTo(ownerName),
    paragraphs: [
      `Below, ${sitterName} describes what happened and what they did. You find their phone number on the booking page.`,
    ],
    facts: [],
    quoted: words,
    button: { label: 'Open the booking', url: `${site.url}${pathOf(booking)}` },
    closing: `Is something wrong? Write to ${sitterName} on the booking page.`,
  }
}
