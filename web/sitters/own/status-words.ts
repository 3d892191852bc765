import type { SitterStatus } from '#contract/codes.ts'
import type { Tone } from '#web/ui/badge.tsx'

export const sitterStatusLooks: Record<SitterStatus, { words: string; tone: Tone; meaning: string }> = {
  draft: { words: 'Draft', tone: 'neutral', meaning: 'Only you see it until you publish it.' },
  in_review: {
    words: 'Being checked',
    tone: 'gold',
    meaning: 'It becomes visible once those who run this site have looked at it.',
  },
  published: {
    words: 'Published',
    tone: 'green',
    meaning: 'Owners find you and can send you requests.',
  },
  paused: {
    words: 'Paused',
    tone: 'gold',
    meaning: 'Nobody finds you and no new request arrives. What is booked stays booked.',
  },
}
