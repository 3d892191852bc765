import { z } from 'zod'
import { openMatterKinds } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { roles } from './staff/codes.ts'
import { Email, Id, Instant, line, PhoneNumber } from './values.ts'

const ExternalUserId = z.string().min(1).max(128)

/** A legal text that has changed in substance since the person last agreed to it. */
const ConsentDue = z.object({ slug: z.string(), title: z.string(), version: z.int() })

export const Account = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  phoneNumber: z.string().nullable(),
  location: z.string().nullable(),
  /** User id issued by the sign-in provider. */
  externalUserId: z.string(),
  sitterId: Id.nullable(),
  roles: z.array(z.enum(roles)),
  locale: z.string(),
  timeZone: z.string().nullable(),
  photoUrl: z.string().nullable(),
  version: z.int(),
  createdAt: Instant,
  /** Until the person has agreed to these, nothing new can be requested, asked or published. */
  consentsDue: z.array(ConsentDue),
})

const PhoneNumberInput = PhoneNumber.nullable().default(null)
const Location = line(120).nullable().default(null)

export const createAccount = endpoint({
  method: 'POST',
  path: '/v1/accounts',
  access: 'token',
  summary: 'Create your account; returns 200 with the existing account if there is one',
  status: 201,
  body: z.strictObject({
    name: line(100, 1),
    email: Email,
    phoneNumber: PhoneNumberInput,
    location: Location,
    externalUserId: ExternalUserId,
    /** The code of the invitation link that the person followed; an unknown code is ignored. */
    inviteCode: line(40).optional(),
  }),
  response: Account,
  problems: ['account-foreign', 'not-open'],
})

export const showAccountByExternalId = endpoint({
  method: 'GET',
  path: '/v1/accounts/by-external-id/:externalUserId',
  access: 'token',
  summary: 'Get your account by the user id of your sign-in',
  lane: 'account-load',
  params: z.object({ externalUserId: ExternalUserId }),
  response: Account,
  problems: ['account-not-found'],
})

export const showAccount = endpoint({
  method: 'GET',
  path: '/v1/accounts/by-id/:accountId',
  access: 'token',
  summary: 'Get your account by its id',
  lane: 'account-load',
  params: z.object({ accountId: Id }),
  response: Account,
  problems: ['account-not-found'],
})

export const updateAccount = endpoint({
  method: 'PUT',
  path: '/v1/accounts/:accountId',
  access: 'account',
  summary: 'Update your account',
  params: z.object({ accountId: Id }),
  body: z.strictObject({
    name: line(100, 1),
    phoneNumber: PhoneNumberInput,
    location: Location,
    locale: z.enum(['en-GB']).default('en-GB'),
    timeZone: z.string().max(60).nullable().default(null),
    version: z.int().optional(),
  }),
  response: Account,
  problems: ['account-not-found', 'version-stale'],
})

export const setAccountPhoto = endpoint({
  method: 'PUT',
  path: '/v1/accounts/:accountId/photo',
  access: 'account',
  summary: 'Set or remove your account photo',
  params: z.object({ accountId: Id }),
  body: z.strictObject({ fileId: Id.nullable() }),
  response: z.object({ photoUrl: z.string().nullable() }),
  problems: ['account-not-found', 'file-not-found', 'file-not-ready'],
})

export const giveConsent = endpoint({
  method: 'POST',
  path: '/v1/accounts/:accountId/consents',
  access: 'account',
  summary: 'Agree to changed legal texts; returns those that are still to be agreed to',
  status: 200,
  params: z.object({ accountId: Id }),
  body: z.strictObject({
    /** The versions that were shown. */
    consents: z
      .array(z.strictObject({ slug: z.string().max(80), version: z.int() }))
      .min(1)
      .max(20),
  }),
  response: z.object({ consentsDue: z.array(ConsentDue) }),
  problems: ['account-not-found'],
})

/** A booking, case or amount that is still open and has to end before the account can be deleted. */
const OpenMatter = z.object({
  kind: z.enum(openMatterKinds),
  /** The id of the invoice, or for every other kind that of the booking. */
  id: Id,
  number: z.string(),
  text: z.string(),
})

export const showDeletion = endpoint({
  method: 'GET',
  path: '/v1/accounts/:accountId/deletion',
  access: 'account',
  summary: 'Get the open matters that block the deletion of your account, and the undo period in days',
  params: z.object({ accountId: Id }),
  response: z.object({ open: z.array(OpenMatter), undoDays: z.int() }),
  problems: ['account-not-found'],
})

export const deleteAccount = endpoint({
  method: 'DELETE',
  path: '/v1/accounts/:accountId',
  access: 'account',
  summary:
    'Delete your account: disabled at once and erased after two weeks; until then a link in an e-mail restores it',
  params: z.object({ accountId: Id }),
  response: z.object({ deletesAt: Instant }),
  freshSignIn: 'required',
  problems: ['account-not-found', 'account-in-use'],
})

export type Account = z.infer<typeof Account>
export type ConsentDue = z.infer<typeof ConsentDue>
export type OpenMatter = z.infer<typeof OpenMatter>
