/** What busy time in another calendar closes: whole days, or only visits and walks at that time. */
export const feedBlocks = ['days', 'times'] as const
/** Where another calendar comes from: an address that is read again and again, or a file that was given once. */
export const feedSources = ['address', 'file'] as const
export const mostFileCharacters = 200_000
/** Why another calendar could not be read. */
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
