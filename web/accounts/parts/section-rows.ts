import type { Account } from '#contract/accounts.ts'
import type { Pet } from '#contract/pets.ts'
import type { SitterDraft } from '#contract/sitters/drafts.ts'
import type { Sitter } from '#contract/sitters/sitters.ts'
import { listWords } from '#contract/words.ts'
import type { Row } from '#web/accounts/parts/row-list.tsx'
import { sections } from '#web/accounts/sections.ts'
import { paths } from '#web/paths.ts'
import { sitterStatusDisplays } from '#web/sitters/own/status-words.ts'

type Known = {
  account: Pick<Account, 'phoneNumber' | 'location' | 'email'>
  unconfirmed: boolean
  pets: readonly Pick<Pet, 'name'>[]
  sitter: Pick<Sitter, 'status'> | null
  draft: Pick<SitterDraft, 'savedAt'> | null
}

type Group = { id: string; title: string; rows: readonly Row[] }

/** The rows of the overview: each section of the account with a line about its state, and what is beside them. */
export const rowGroups = (known: Known): readonly Group[] => [
  {
    id: 'you',
    title: 'You and your pets',
    rows: [
      { ...sections.profile, state: profileState(known.account) },
      { ...sections.pets, state: petState(known.pets) },
      { ...sections.home, state: 'For a sitter who comes to you, kept encrypted.' },
      { ...sections.circle, state: 'Friends who look after your pets for free.' },
    ],
  },
  {
    id: 'settings',
    title: 'Settings',
    rows: [
      { ...sections.notices, state: 'By e-mail, as a push, or only here.' },
      { ...sections.security, state: securityState(known) },
      { ...sections.data, state: 'A copy of your data, blocked people, deleting your account.' },
      { ...sections.developers, state: 'API keys and webhooks for your own programs.' },
    ],
  },
  {
    id: 'sitting-and-money',
    title: 'Sitting and money',
    rows: [
      { ...sections.sitting, state: sittingState(known) },
      { ...sections.statements, state: 'Your payments, month by month.' },
      // Sitters have it in their navigation.
      ...(known.sitter ? [] : [ownersCalendar]),
    ],
  },
  more,
]

const ownersCalendar: Row = {
  to: paths.calendar(),
  label: 'Calendar',
  icon: 'calendar-days',
  state: 'Your bookings in your own calendar.',
}

const more: Group = {
  id: 'more',
  title: 'More',
  rows: [
    {
      to: paths.favourites(),
      label: 'Favourites',
      icon: 'heart',
      state: 'Sitters you like, and saved searches.',
    },
    {
      to: paths.ownInvite(),
      label: 'Invite somebody',
      icon: 'send',
      state: 'Your own link, and your credits.',
    },
    {
      to: paths.reports(),
      label: 'Your reports',
      icon: 'flag',
      state: 'What you have reported, and what came of it.',
    },
  ],
}

function profileState({ phoneNumber, location }: Known['account']): string {
  if (phoneNumber === null && location === null) return 'Your phone number and town are missing.'
  if (phoneNumber === null) return 'Your phone number is missing.'
  return location === null ? 'Your town is missing.' : `${phoneNumber}, ${location}`
}

const petState = (pets: Known['pets']): string =>
  pets.length > 0 ? listWords(pets.map(({ name }) => name)) : 'No pets yet.'

const securityState = ({ account: { email }, unconfirmed }: Known): string =>
  unconfirmed ? `${email} is not confirmed yet.` : `You sign in as ${email}.`

function sittingState({ sitter, draft }: Known): string {
  if (sitter) {
    const { words, meaning } = sitterStatusDisplays[sitter.status]
    return `${words}: ${meaning.charAt(0).toLowerCase()}${meaning.slice(1)}`
  }
  return draft?.savedAt == null
    ? 'Become a sitter, on the days you choose.'
    : 'Your profile is half finished.'
}
