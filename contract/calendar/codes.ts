/** What busy times in an external calendar block: whole days, or only visits and walks at those times. */
export const feedBlocks = ['days', 'times'] as const
/** Source of an external calendar: an address that is read regularly, or a file that was uploaded once. */
export const feedSources = ['address', 'file'] as const
export const maxFeedFileCharacters = 200_000
/** Reasons why an external calendar could not be read. */
export const feedFailures = [
  'address',
  'unreachable',
  'time',
  'size',
  'type',
  'gone',
  'status',
  'unreadable',
  'too-much',
] as const
export type FeedSource = (typeof feedSources)[number]
export type FeedBlocks = (typeof feedBlocks)[number]
export type FeedFailure = (typeof feedFailures)[number]
