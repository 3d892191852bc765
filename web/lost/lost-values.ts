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
