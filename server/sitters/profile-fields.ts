// The fields of a sitter's profile that are stored in one column each: how each is written, read, emptied when the
// account is erased, exported, and described on the privacy page. A new field is a line in each of these tables, beside
// its migration, its line in the contract, and its place in the form and on the page.
import type { Skill } from '#contract/codes.ts'
import { Home, type Sitter } from '#contract/sitters/sitters.ts'
import type { SitterProfile } from '#server/sitters/profile.ts'
import type { SitterRow } from '#server/sitters/store.ts'

/** Returns the columns of a profile that is saved. */
export const columnsOfProfile = (profile: SitterProfile) => ({
  headline: profile.headline,
  bio: profile.bio,
  neighbourhood: profile.neighbourhood || null,
  home: JSON.stringify(profile.home),
  home_ceiling: profile.homeCeiling,
  one_household: profile.oneHousehold,
  visits_while_sitting: profile.visitsWhileSitting,
  instant_book: profile.instantBooking,
  languages: [...new Set(profile.languages)],
  skills: [...new Set(profile.skills)],
  experience_years: profile.experienceYears,
})

/** Returns the fields of a profile; its neighbourhood belongs to the place. */
export const fieldsOfProfile = (row: SitterRow) =>
  ({
    headline: row.headline,
    bio: row.bio,
    home: row.home,
    homeCeiling: row.home_ceiling,
    oneHousehold: row.one_household,
    visitsWhileSitting: row.visits_while_sitting,
    instantBooking: row.instant_book,
    languages: row.languages,
    skills: row.skills,
    experienceYears: row.experience_years,
  }) satisfies Partial<Sitter>

/** Columns of an erased account. Those that say nothing about a person stay as they are. */
export const emptiedProfile = {
  headline: '',
  bio: '',
  neighbourhood: null,
  home: JSON.stringify(Home.parse({})),
  languages: new Array<string>(),
  skills: new Array<Skill>(),
  experience_years: null,
}

/** Columns of a person's copy of their data. */
export const exportedProfile = [
  'headline',
  'bio',
  'neighbourhood',
  'home',
  'home_ceiling',
  'one_household',
  'visits_while_sitting',
  'languages',
  'skills',
  'experience_years',
  'instant_book',
] as const

/** Columns by which owners choose a sitter, and how a sentence of the privacy page, which begins with them, names each. */
export const profileFacts = {
  home: 'Home, people and animals in it',
  languages: 'languages',
  skills: 'skills',
  experience_years: 'experience',
} as const
