import type { ComponentType } from 'react'
import { BasicsFields } from '#web/sitters/own/basics-fields.tsx'
import type { SitterFields } from '#web/sitters/own/fields-props.ts'
import { HomeFields } from '#web/sitters/own/home-fields.tsx'
import { PolicyFields } from '#web/sitters/own/policy-fields.tsx'
import { ServiceFields } from '#web/sitters/own/service-fields.tsx'
import type { Step } from '#web/sitters/own/sitter-form.ts'
import { WeekdayFields } from '#web/sitters/own/weekday-fields.tsx'

/** Fields of each step; the preview has none. */
export const stepFields: Record<Step, ComponentType<SitterFields> | null> = {
  basics: BasicsFields,
  home: HomeFields,
  services: ServiceFields,
  calendar: WeekdayFields,
  policy: PolicyFields,
  preview: null,
}

export const stepIntroductions: Record<Step, string> = {
  basics: 'What owners read first. A headline and your town are needed; the rest makes it yours.',
  home: 'Where guests stay, or where you travel from.',
  services: 'What you offer, for whom, and for how much. You see what you receive after the fee.',
  calendar: 'Your usual week. You open and close single days in your calendar once the profile exists.',
  policy: 'How much owners get back when their plans change.',
  preview: 'This is what owners see. Nothing is public until you publish it.',
}
