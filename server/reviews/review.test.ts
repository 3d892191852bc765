import { expect, test } from 'vitest'
import { foreignRatings } from '#server/reviews/review.ts'

test('foreignRatings returns the ratings that only the other side may give', () => {
  const ratings = { communication: 5, care: 5, home: 5, asDescribed: 5, instructions: 5, punctuality: 5 }
  expect(foreignRatings(ratings, 'owner')).toEqual(['instructions', 'punctuality'])
  expect(foreignRatings(ratings, 'sitter')).toEqual(['care', 'home'])
  expect(foreignRatings({}, 'owner')).toEqual([])
})
