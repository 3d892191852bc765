import type { ProblemCode } from '#contract/problem.ts'

export type DateRule =
  | 'days_missing'
  | 'days_order'
  | 'nights_max'
  | 'visits_max'
  | 'visit_length'
  | 'care_length'
  | 'care_overnight'
  | 'care_once_a_day'
  | 'visits_overlap'
  | 'visits_per_day'
  | 'past'

export type AddOnRule = 'not_offered' | 'other_pet' | 'bath_once' | 'baths_max' | 'trips_max'

/** Why a draft cannot be booked: the problem code, the rule, both as a sentence, and the values that broke it. */
export type Refusal = {
  problem: Extract<
    ProblemCode,
    'dates-refused' | 'notice-too-short' | 'horizon-exceeded' | 'add-on-not-offered'
  >
  rule: DateRule | AddOnRule | 'notice' | 'horizon'
  /** Sentence that names the rule and the value, for the person who asked. */
  detail: string
  values: Record<string, string | number>
}
