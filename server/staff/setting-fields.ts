import { z } from 'zod'
import { Settings } from '#contract/settings.ts'
import type { settingUnits } from '#contract/staff/codes.ts'
import type { SettingField } from '#contract/staff/settings.ts'
import { type SettingMistake, type SettingValue, valueAt } from '#server/settings/document.ts'
import { settingWords } from '#server/staff/setting-words.ts'

type Unit = (typeof settingUnits)[number]

const Node = z.looseObject({
  type: z.string().optional(),
  get properties(): z.ZodOptional<z.ZodRecord<z.ZodString, typeof Node>> {
    return z.record(z.string(), Node).optional()
  },
  default: z.union([z.number(), z.string(), z.boolean()]).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  enum: z.array(z.string()).optional(),
})
type Node = z.output<typeof Node>

/** The unit of a number, by the end of its path. */
const unitsByEnding: readonly (readonly [ending: RegExp, unit: Unit])[] = [
  [/BasisPoints$/, 'basis_points'],
  [/Percent$/, 'percent'],
  [/^(fees\.ownerCap|referral\.(credit|budget)|rate\.(min|max))$/, 'minor'],
  [/Minutes$/, 'minutes'],
  [/^noticeHours\.|Hours$/, 'hours'],
  [/^(longStayFrom|payout\.sliceDays)$|Nights$|\.lateWindowDays$/, 'nights'],
  [/Days$/, 'days'],
  [/(^|\.)(puppyM|m)onths$/, 'months'],
  [/Metres$/, 'metres'],
  [/cutoffHour$/, 'o_clock'],
]

const choiceLabels: Record<string, string> = {
  invoiced: 'Invoiced to sitters every month',
  none: 'Not charged',
  open: 'Open to everybody',
  invited: 'Only with an invitation',
  closed: 'Closed',
  skr03: 'SKR 03',
  skr04: 'SKR 04',
  other: 'Another one',
}

const kindOf = ({ type, enum: choices }: Node): SettingField['kind'] => {
  if (choices) return 'choice'
  if (type === 'boolean') return 'switch'
  if (type === 'string') return 'text'
  return type === 'integer' ? 'whole' : 'decimal'
}

const limit = (value: number | undefined): number | null =>
  value === undefined || Math.abs(value) === Number.MAX_SAFE_INTEGER ? null : value

function fieldOf(path: string, node: Node): Omit<SettingField, 'value'> {
  const [section, label, hint] = settingWords[path] ?? ['money', path]
  return {
    path,
    section,
    label,
    hint: hint ?? null,
    kind: kindOf(node),
    unit: unitsByEnding.find(([ending]) => ending.test(path))?.[1] ?? null,
    least: limit(node.minimum),
    most: limit(node.maximum),
    choices: (node.enum ?? []).map((value) => ({ value, label: choiceLabels[value] ?? value })),
    default: node.default ?? '',
  }
}

const fieldsIn = (node: Node, path: readonly string[] = []): Omit<SettingField, 'value'>[] =>
  Object.entries(node.properties ?? {}).flatMap(([name, child]) =>
    child.properties ? fieldsIn(child, [...path, name]) : [fieldOf([...path, name].join('.'), child)],
  )

/** All settings, made from the schema of their document. */
const allFields = fieldsIn(Node.parse(z.toJSONSchema(Settings, { io: 'output' })))

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

export const settingFields = (settings: Settings): SettingField[] =>
  allFields.map((field) => ({ ...field, value: valueAt(settings, field.path) ?? field.default }))

const isSetting = (path: string): boolean => allFields.some((field) => field.path === path)

/** Returns an error for each path that is not a setting. */
export const unknownSettings = (paths: readonly string[]): SettingMistake[] =>
  paths.filter((path) => !isSetting(path)).map((path) => ({ path, message: 'This is not a known setting' }))

/** Returns a copy of the document with other values at these paths of settings; the schema judges the values. */
export function withValues(settings: Settings, changes: Readonly<Record<string, SettingValue>>): unknown {
  const document: unknown = structuredClone(settings)
  for (const [path, value] of Object.entries(changes)) {
    const steps = path.split('.')
    const last = steps.pop() ?? ''
    let at = document
    for (const step of steps) {
      at = isRecord(at) ? at[step] : undefined
    }
    if (isRecord(at)) at[last] = value
  }
  return document
}

export type Difference = { path: string; label: string; before: SettingValue; after: SettingValue }

/** Lists the settings in which two documents differ, in the order of the schema. */
export const differencesOf = (before: Settings, after: Settings): Difference[] =>
  allFields.flatMap(({ path, label, default: initial }) => {
    const [one = initial, other = initial] = [valueAt(before, path), valueAt(after, path)]
    return one === other ? [] : [{ path, label, before: one, after: other }]
  })

/** What the schema cannot see: settings that are valid alone and contradict each other. */
export function contradictionsIn(settings: Settings): SettingMistake[] {
  const { rate, request, latePickup, rank, datev } = settings
  const weights = Object.values(rank.weights)
  const [longest, ...otherLengths] = Object.values(datev.accounts).map(({ length }) => length)
  const rules: readonly (readonly [isBroken: boolean, path: string, message: string])[] = [
    [rate.min < 1, 'rate.min', 'Give at least the smallest amount of the currency'],
    [rate.max < rate.min, 'rate.max', 'Give at least the lowest rate'],
    [
      request.minTtlHours > request.ttlHours,
      'request.minTtlHours',
      'Give at most the time to answer a request',
    ],
    [latePickup.tier1Hours < latePickup.graceHours, 'latePickup.tier1Hours', 'Give at least the free hours'],
    [
      latePickup.tier2Percent < latePickup.tier1Percent,
      'latePickup.tier2Percent',
      'Give at least the lower share',
    ],
    [
      weights.some((weight) => weight < 0),
      'rank.weights.distance',
      'Give every part of the ranking at least 0',
    ],
    [
      weights.every((weight) => weight === 0),
      'rank.weights.distance',
      'Give at least one part of the ranking more than 0',
    ],
    [
      datev.consultant > 0 && datev.consultant < 1001,
      'datev.consultant',
      'Give 0, or a number of at least 1001',
    ],
    [
      otherLengths.some((length) => length !== longest),
      'datev.accounts.bank',
      'Give all account numbers the same number of digits',
    ],
  ]
  return rules.flatMap(([isBroken, path, message]) => (isBroken ? [{ path, message }] : []))
}
