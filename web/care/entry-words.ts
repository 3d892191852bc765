import type { CareEntryInput } from '#contract/care/report-cards.ts'
import { handoverWords, moodWords } from '#web/care/care-words.ts'

const shortened = (text: string): string => (text.length > 60 ? `${text.slice(0, 59)}…` : text)

type Entries = { [E in CareEntryInput as E['kind']]: E }

const words: { [K in keyof Entries]: (entry: Entries[K]) => string } = {
  arrive: () => 'Your arrival',
  leave: () => 'Your departure',
  task: ({ done, task }) => `${done ? 'Done' : 'Not done'}: ${task.split('|').slice(2, -1).join(' ')}`,
  toilet: ({ what }) => (what === 'pee' ? 'Pee' : 'Poo'),
  mood: ({ mood }) => `Mood: ${moodWords[mood].toLowerCase()}`,
  food: ({ percent }) => `Eaten: ${percent} %`,
  note: ({ text }) => `Note: ${shortened(text)}`,
  photo: () => 'A photo',
  route: () => 'A piece of the route',
  incident: (entry) => (entry.happened ? `Incident: ${shortened(entry.words ?? '')}` : 'No incident'),
  handover: ({ moment }) => `Handover at the ${handoverWords[moment].toLowerCase()}`,
  withdraw: () => 'A removed entry',
}

const wordsOf = <K extends keyof Entries>(kind: K, entry: Entries[K]): string => words[kind](entry)

/** Describes an entry in a few words, for entries the server has refused. */
export const entryWords = (entry: CareEntryInput): string => wordsOf(entry.kind, entry)
