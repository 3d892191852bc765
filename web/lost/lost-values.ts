import type { LostState } from '#contract/lost.ts'

export type LostValues = {
  lostOn: string | null
  lostTime: string
  place: string
  marks: string
  behaviour: string
  doNotChase: boolean
  reward: string
  showsPhone: boolean
}

/** Those of the page, or of a new one: now, and nothing said yet. */
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
