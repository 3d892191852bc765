import { expect, test } from 'vitest'
import { groupCommits, readCommits } from './changelog-groups.ts'

const log = [
  '\0Show refunds first\n\nserver/bookings/refund/view.ts\nweb/bookings/refund/card.tsx\nserver/mails/view.ts\n',
  '\0Test the search with accents\n\nserver/search/text.test.ts\n',
  '\0Archive the log\n\nserver/kernel/postgres/archive.ts\nOPERATING.md\n',
  '\0Sort results by distance\n\nserver/search/rank.ts\n',
  '\0Refund at once\n\nserver/bookings/refund/effects.ts\n',
].join('')

test('commits are listed by what most of their files are about, in the order of the changelog', () => {
  expect(groupCommits(readCommits(log))).toEqual([
    { area: 'Bookings, prices and payments', subjects: ['Show refunds first', 'Refund at once'] },
    { area: 'Search and profiles', subjects: ['Sort results by distance'] },
    { area: 'Running a site', subjects: ['Archive the log'] },
    { area: 'For those who change Sitwell', subjects: ['Test the search with accents'] },
  ])
})
