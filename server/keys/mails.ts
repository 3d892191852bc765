import type { Site } from '#server/kernel/deps.ts'
import type { NoticeLetter } from '#server/notices/letter.ts'

type NewKey = { name: string; ending: string; scopes: readonly string[] }

export const newKeyLetter = ({ name, ending, scopes }: NewKey, site: Site): NoticeLetter => ({
  subject: `A new API key can act as you on ${site.name}`,
  greeting: 'Hello,',
  paragraphs: [
    `Somebody who is signed in as you has created an API key. A program that has it can do the following on ${site.name} as you.`,
    'If it was you, there is nothing to do. If it was not, delete the key and choose a new password at once, which signs out everybody else.',
  ],
  facts: [
    ['Name', name],
    ['Ends in', ending],
    ['Allowed', scopes.join(', ')],
  ],
  quoted: null,
  button: { label: 'See your keys', url: `${site.url}/account/developers` },
  closing: `Was it not you? Choose a new password: ${site.url}/account/security`,
})
