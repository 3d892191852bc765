import type { CareEntryInput } from '#contract/care/report-cards.ts'
import { handoverWords, moodWords } from '#web/care/care-words.ts'

const shortened = (text: string): string => (text.length > 60 ? `${text.slice(0, 59)}…` : text)

/** Describes an entry in a few words, for entries the server has refused. */
export function entryWords(entry: CareEntryInput): string {
  switch (entry.kind) {
    case 'arrive':
      return 'Your arrival'
    case 'leave':
      return 'Your departure'
    case 'task':
      return `${entry.done ? 'Done' : 'Not done'}: ${entry.task.split('|').slice(2, -1).join(' ')}`
    case 'toilet':
      return entry.what === 'pee' ? 'Pee' : 'Poo'
    case 'mood':
      return `Mood: ${moodWords[entry.mood].toLowerCase()}`
    case 'food':
      return `Eaten: ${entry.percent} %`
    case 'note':
      return `Note: ${shortened(entry.text)}`
    case 'photo':
      return 'A photo'
    case 'route':
      return 'A piece of the route'
    case 'incident':
      return entry.happened ? `Incident: ${shortened(entry.words ?? '')}` : 'No incident'
    case 'handover':
      return `Handover at the ${handoverWords[entry.moment].toLowerCase()}`
    case 'withdraw':
      return 'An entry that was taken back'
  }
}
