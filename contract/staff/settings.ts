import { z } from 'zod'
import { policies, rankingComponents } from '#contract/codes.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Amount, Currency, Instant, page, PageQuery, text } from '#contract/values.ts'
import { settingSections, settingUnits } from './codes.ts'

const Value = z.union([z.number(), z.string(), z.boolean()])

/** New values by path, such as `fees.ownerCap`. */
const Changes = z.record(z.string().max(100), Value)

/** One setting, with what a form needs to show it. */
const SettingField = z.object({
  /** Where it stands in the document, such as `fees.ownerCap`. */
  path: z.string(),
  section: z.enum(settingSections),
  label: z.string(),
  hint: z.string().nullable(),
  kind: z.enum(['whole', 'decimal', 'text', 'switch', 'choice']),
  /** For numbers only. `basis_points`: hundredths of a percent; `minor`: minor units of the currency. */
  unit: z.enum(settingUnits).nullable(),
  least: z.number().nullable(),
  most: z.number().nullable(),
  choices: z.array(z.object({ value: z.string(), label: z.string() })),
  default: Value,
  value: Value,
})

const Difference = z.object({ path: z.string(), label: z.string(), before: Value, after: Value })

const Sample = z.object({
  /** A booking of 250.00, by a new pair and by a pair that books again. */
  prices: z.array(
    z.object({
      repeat: z.boolean(),
      subtotal: Amount,
      ownerFee: Amount,
      total: Amount,
      sitterFee: Amount,
      sitterPayout: Amount,
    }),
  ),
  /** Refund of a five-night stay cancelled that many days before it starts, in per cent of the total. */
  refunds: z.array(
    z.object({
      policy: z.enum(policies),
      days: z.array(z.object({ daysBefore: z.int(), percent: z.int() })),
    }),
  ),
  /** The share of each part of the ranking, in per cent, and the first sitters of the city with most of them. */
  ranking: z.object({
    shares: z.record(z.enum(rankingComponents), z.int()),
    city: z.string().nullable(),
    sitters: z.array(z.string()),
  }),
})

export const SettingVersion = z.object({
  version: z.int(),
  at: Instant,
  /** Null for changes on the command line and by earlier releases. */
  by: z.string().nullable(),
  reason: z.string().nullable(),
  /** What it changed against the version before. */
  changes: z.array(Difference),
})

export const listSettingFields = endpoint({
  method: 'GET',
  path: '/v1/admin/settings',
  access: 'settings.read',
  summary: 'List all settings with their words, limits, defaults and values (staff)',
  response: z.object({ version: z.int(), currency: Currency, fields: z.array(SettingField) }),
  problems: [],
})

export const previewSettings = endpoint({
  method: 'POST',
  path: '/v1/admin/settings/preview',
  access: 'settings.read',
  calculates: true,
  summary:
    'Show what changed settings would do to sample prices, refunds and the ranking; nothing is saved (staff)',
  status: 200,
  body: z.strictObject({ changes: Changes }),
  response: z.object({
    currency: Currency,
    changes: z.array(Difference),
    before: Sample,
    after: Sample,
  }),
  problems: [],
})

export const saveSettings = endpoint({
  method: 'PUT',
  path: '/v1/admin/settings',
  access: 'settings.change',
  freshSignIn: 'required',
  summary: 'Change settings; the rest stays as it is (staff)',
  body: z.strictObject({ version: z.int(), changes: Changes, reason: text(1000, 10) }),
  response: z.object({ version: z.int() }),
  problems: ['version-stale'],
})

export const listSettingVersions = endpoint({
  method: 'GET',
  path: '/v1/admin/settings/versions',
  access: 'settings.read',
  summary: 'List the versions of the settings with what each changed, newest first (staff)',
  query: PageQuery,
  response: page(SettingVersion),
  problems: ['cursor-invalid'],
})

export const restoreSettings = endpoint({
  method: 'POST',
  path: '/v1/admin/settings/restore',
  access: 'settings.change',
  freshSignIn: 'required',
  summary:
    'Go back to an earlier version of the settings, which becomes a new version; 0 are the defaults (staff)',
  status: 200,
  body: z.strictObject({ version: z.int(), to: z.int().min(0), reason: text(1000, 10) }),
  response: z.object({ version: z.int() }),
  problems: ['version-stale', 'not-found'],
})

export type SettingField = z.infer<typeof SettingField>
export type SettingVersion = z.infer<typeof SettingVersion>
export type SettingPreview = z.infer<(typeof previewSettings)['response']>
export type SettingSample = z.infer<typeof Sample>
