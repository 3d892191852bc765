import { sql } from 'kysely'
import { type CopyFile, ofAccount, section, type Subject } from '#server/exports/section-store.ts'

const ownConversations = ({ accountId, sitterId }: Subject) => sql`
  select id from conversation where owner_id = ${accountId}::uuid or sitter_id = ${sitterId}::uuid`

/** What people write to and about each other, and what they have saved. */
export const wordFiles: CopyFile[] = [
  {
    name: 'messages',
    about: 'Your conversations',
    sections: [
      section('conversations', 'conversation', {
        about: 'Whom you exchanged messages with',
        columns: ['id', 'owner_id', 'sitter_id', 'created_at', 'last_at'],
        computed: {
          owner: sql`(select name from account where account.id = copied.owner_id)`,
          sitter: sql`(select name from sitter where sitter.id = copied.sitter_id)`,
        },
        whose: (subject) => sql<boolean>`id in (${ownConversations(subject)})`,
        order: ['created_at', 'id'],
      }),
      section('messages', 'message', {
        about: 'What you and the others wrote; a message without an author says what happened to a booking',
        columns: [
          'id',
          'conversation_id',
          'seq',
          'author_id',
          'body',
          'booking_id',
          'created_at',
          'removed_at',
        ],
        whose: (subject) => sql<boolean>`conversation_id in (${ownConversations(subject)})`,
        order: ['conversation_id', 'seq'],
      }),
      section('blocked', 'block', {
        about: 'Whom you have blocked',
        columns: ['blocker_id', 'blocked_id', 'created_at'],
        whose: ofAccount('blocker_id'),
        order: ['created_at', 'blocked_id'],
      }),
    ],
  },
  {
    name: 'reviews',
    about: 'Reviews by you and about you',
    sections: [
      section('written', 'review', {
        about: 'What you wrote, with private notes',
        columns: [
          'id',
          'booking_id',
          'author',
          'overall',
          'ratings',
          'body',
          'private_note',
          'hidden_until',
          'published_at',
          'reply',
          'replied_at',
          'created_at',
          'removed_at',
          'removed_for',
        ],
        whose: ofAccount('account_id'),
        order: ['created_at', 'id'],
      }),
      section('received', 'review', {
        about: 'What others wrote about you, once it was published',
        columns: [
          'id',
          'booking_id',
          'author',
          'overall',
          'ratings',
          'body',
          'private_note',
          'published_at',
          'reply',
          'replied_at',
        ],
        whose: ({ accountId, sitterId }) => sql<boolean>`
          published_at is not null and removed_at is null and (
            (author = 'owner' and sitter_id = ${sitterId}::uuid)
            or (author = 'sitter' and exists (
              select from booking where booking.id = copied.booking_id and booking.owner_id = ${accountId}::uuid)))`,
        order: ['published_at', 'id'],
      }),
    ],
  },
  {
    name: 'notes',
    about: 'What those who run the site have noted about you, for each other',
    sections: [
      section('notes', 'staff_note', {
        about: 'The notes; not who wrote them',
        columns: ['id', 'account_id', 'at', 'edited_at', 'words'],
        whose: ofAccount('account_id'),
        order: ['at', 'id'],
      }),
    ],
  },
  {
    name: 'reports',
    about: 'What you have reported, and decisions about reports of you',
    sections: [
      section('made', 'report', {
        about: 'Your reports; `snapshot` is the text at the time',
        columns: [
          'id',
          'subject_kind',
          'subject_id',
          'reason',
          'words',
          'snapshot',
          'status',
          'measure',
          'decision_reason',
          'decided_at',
          'created_at',
        ],
        whose: ofAccount('reporter_id'),
        order: ['created_at', 'id'],
      }),
      section('decided_about_you', 'report', {
        about: 'Measures that were taken, with their reasons; neither who reported it nor what they wrote',
        columns: ['id', 'subject_kind', 'subject_id', 'reason', 'measure', 'decision_reason', 'decided_at'],
        whose: ({ accountId }) =>
          sql<boolean>`about_id = ${accountId}::uuid and status = 'upheld' and measure <> 'none'`,
        order: ['decided_at', 'id'],
      }),
    ],
  },
  {
    name: 'circle',
    about: 'Friends who help with your pets, and whom you help',
    sections: [
      section('friends', 'circle_member', {
        about: 'Your friends, by the names you gave them',
        columns: ['id', 'friend_id', 'name', 'invited_at', 'joined_at', 'ended_at'],
        whose: ofAccount('owner_id'),
        order: ['invited_at', 'id'],
      }),
      section('helped', 'circle_member', {
        about: 'Whom you help',
        columns: ['id', 'owner_id', 'joined_at', 'ended_at'],
        computed: { owner: sql`(select name from account where account.id = copied.owner_id)` },
        whose: ofAccount('friend_id'),
        order: ['invited_at', 'id'],
      }),
    ],
  },
  {
    name: 'favourites',
    about: 'Sitters and searches that you have saved, and your lists',
    sections: [
      section('sitters', 'favourite', {
        about: 'Sitters, with your notes',
        columns: ['sitter_id', 'name', 'note', 'added_at'],
        whose: ofAccount('account_id'),
        order: ['added_at', 'sitter_id'],
      }),
      section('lists', 'favourite_list', {
        about: 'Your lists of favourites; those with a code are shared at `/lists/` and the code',
        columns: ['id', 'name', 'code', 'created_at'],
        whose: ofAccount('account_id'),
        order: ['created_at', 'id'],
      }),
      section('on_lists', 'favourite_list_sitter', {
        about: 'Which sitter is on which list',
        columns: ['list_id', 'sitter_id'],
        whose: ofAccount('account_id'),
        order: ['list_id', 'sitter_id'],
      }),
      section('searches', 'saved_search', {
        about: 'Searches, and which sitters you have seen in them',
        columns: ['id', 'name', 'address', 'query', 'tells', 'seen', 'fresh', 'looked_at', 'created_at'],
        whose: ofAccount('account_id'),
        order: ['created_at', 'id'],
      }),
    ],
  },
]
