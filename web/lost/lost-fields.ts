import type { LostState } from '#contract/lost.ts'
import { formatZone } from '#contract/words.ts'
import type { FieldTable } from '#web/ui/forms/field-table.ts'

export type LostValues = {
  lostOn: string | null
  lostTime: string
  place: string
  marks: string
  doNotChase: boolean
  behaviour: string
  reward: string
  showsPhone: boolean
}

const texts = {
  place: {
    label: 'Roughly where',
    kind: 'line',
    optional: true,
    hint: 'A street corner, a park, a bus stop. Not your house number.',
    maxLength: 200,
    isWide: true,
  },
  marks: {
    label: 'Distinguishing marks',
    kind: 'text',
    optional: true,
    hint: 'Collar, scars, one white paw.',
    rows: 2,
    maxLength: 600,
    isWide: true,
  },
  behaviour: {
    label: 'How to behave',
    kind: 'text',
    optional: true,
    hint: 'Friendly or shy, what attracts it, what frightens it.',
    rows: 2,
    maxLength: 600,
    isWide: true,
  },
  reward: {
    label: 'Reward',
    kind: 'line',
    optional: true,
    hint: 'In your own words. Do not name a sum that could tempt somebody to lie.',
    maxLength: 60,
    isWide: true,
  },
} satisfies Partial<FieldTable<LostValues>>

/** Fields of the page of a lost pet. */
export const lostFields = ({ pet, timeZone, today, ownPhoneNumber }: LostState): FieldTable<LostValues> => ({
  lostOn: {
    label: 'Last seen on',
    kind: 'day',
    max: today,
    check: (day) => (day === null ? 'Choose a day' : undefined),
  },
  lostTime: {
    label: 'At about',
    kind: 'time',
    hint: `${formatZone(timeZone)} time`,
    from: '00:00',
    to: '23:30',
  },
  place: texts.place,
  marks: texts.marks,
  doNotChase: {
    label: `Ask people not to chase or call ${pet.name}`,
    kind: 'checkbox',
    hint: 'A frightened animal runs from strangers, often into traffic.',
    isWide: true,
  },
  behaviour: texts.behaviour,
  reward: texts.reward,
  showsPhone: {
    label: `Show my phone number, ${ownPhoneNumber}`,
    kind: 'checkbox',
    hint: 'Otherwise finders write through a form, and nobody sees how to reach you.',
    isWide: true,
    appliesTo: () => ownPhoneNumber !== null,
  },
})

/** Form values of the existing page, or of a new one: lost now, everything else empty. */
export function valuesOf({ page, today, clock }: LostState): LostValues {
  if (!page)
    return {
      lostOn: today,
      lostTime: clock,
      place: '',
      marks: '',
      behaviour: '',
      doNotChase: true,
      reward: '',
      showsPhone: false,
    }
  const { lostOn, lostTime, place, marks, behaviour, doNotChase, reward, showsPhone } = page
  return { lostOn, lostTime, place, marks, behaviour, doNotChase, reward, showsPhone }
}
