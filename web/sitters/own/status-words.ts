import type { SitterStatus } from '#contract/codes.ts'
import type { Tone } from '#web/ui/badge.tsx'

export const sitterStatusDisplays: Record<SitterStatus, { words: string; tone: Tone; meaning: string }> = {
  draft: { words: 'Draft', tone: 'neutral', meaning: 'Only you see it until you publish it.' },
  in_review: {
    words: 'Being checked',
    tone: 'gold',
    meaning: 'It becomes visible once we have checked it.',
  },
  published: {
    words: 'Published',
    tone: 'green',
    meaning: 'Owners can find you and send you requests.',
  },
  paused: {
    words: 'Paused',
    tone: 'gold',
    meaning: 'Nobody can find you or send you a new request. What is booked stays booked.',
  },
}
