/** What busy time in another calendar closes: whole days, or only visits and walks at that time. */
export const feedBlocks = ['days', 'times'] as const
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
export type FeedBlocks = (typeof feedBlocks)[number]
export type FeedFailure = (typeof feedFailures)[number]
