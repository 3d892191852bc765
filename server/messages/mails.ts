import type { Site } from '#server/kernel/deps.ts'
import type { NoticeLetter } from '#server/notices/letter.ts'
import { greetingTo } from '#server/kernel/words.ts'

const quotedMost = 500

type MessageFacts = { conversationId: string; from: string; to: string; text: string; photos: number }

const photoWords = (count: number) => (count === 1 ? 'A photo' : `${count} photos`)

/** The notification of a message; a long text is quoted only in part. */
export function messageLetter(
  { conversationId, from, to, text, photos }: MessageFacts,
  site: Site,
): NoticeLetter {
  const shown = text.length > quotedMost ? `${text.slice(0, quotedMost).trimEnd()} …` : text
  return {
    subject: `${from} wrote to you`,
    greeting: greetingTo(to),
    paragraphs: [`${from} sent you a message on ${site.name}, and you have not read it yet.`],
    facts: photos > 0 ? [['Attached', photoWords(photos)]] : [],
    quoted: shown === '' ? null : shown,
    button: { label: 'Read and reply', url: `${site.url}/account/messages/${conversationId}` },
    closing: 'A quick answer helps both of you, even if it is no.',
  }
}
