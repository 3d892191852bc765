import { sql } from 'kysely'
import { type CopyFile, ofAccount, ofSignIn, ofSitter, section } from '#server/exports/section-store.ts'
import { exportedProfile } from '#server/sitters/profile-fields.ts'

/** Personal data: account, sign-in, notices, pets and home. */
export const peopleFiles: CopyFile[] = [
  {
    name: 'account',
    about: 'Who you are here, and how you sign in',
    sections: [
      section('account', 'account', {
        about: 'Your account',
        columns: [
          'id',
          'external_id',
          'name',
          'email',
          'phone_number',
          'location',
          'locale',
          'time_zone',
          'photo_url',
          'roles',
          'invite_code',
          'invited_by',
          'created_at',
          'updated_at',
        ],
        whose: ofAccount('id'),
        order: ['id'],
      }),
      section('consents', 'consent', {
        about: 'Changed legal texts that you have agreed to',
        columns: ['account_id', 'slug', 'version', 'at'],
        whose: ofAccount('account_id'),
        order: ['at', 'slug'],
      }),
      section('sign_in', 'identity.users', {
        about: 'Your sign-in; your password is not included, because we do not store it',
        columns: [
          'id',
          'email',
          'email_canonical',
          'email_verified',
          'initial_email',
          'display_name',
          'photo_url',
          'email_link_enabled',
          'password_updated_at',
          'created_at',
          'last_login_at',
        ],
        computed: { has_password: sql`copied.password_hash is not null` },
        whose: ofSignIn('id'),
        order: ['id'],
      }),
      section('other_services', 'identity.user_identities', {
        about: 'Other services that you sign in with, and what they told us about you',
        columns: ['user_id', 'provider', 'raw_id', 'email', 'profile', 'linked_at', 'used_at'],
        whose: ofSignIn('user_id'),
        order: ['provider', 'raw_id'],
      }),
      section('copies', 'data_export', {
        about: 'When you asked for copies like this one, or staff had one made for you, and why',
        columns: ['id', 'account_id', 'state', 'asked_at', 'finished_at', 'ends_at', 'bytes', 'staff_reason'],
        whose: ofAccount('account_id'),
        order: ['asked_at', 'id'],
      }),
    ],
  },
  {
    name: 'security',
    about: 'Where you are or were signed in',
    sections: [
      section('sessions', 'identity.sessions', {
        about: 'Devices on which you are or were signed in',
        columns: [
          'id',
          'user_id',
          'provider',
          'auth_time',
          'created_at',
          'last_used_at',
          'revoked_at',
          'reason',
          'ip',
          'user_agent',
        ],
        whose: ofSignIn('user_id'),
        order: ['created_at', 'id'],
      }),
      section('api_keys', 'api_key', {
        about:
          'API keys that you have created; the keys themselves are not included, because we do not store them',
        columns: [
          'id',
          'account_id',
          'name',
          'scopes',
          'ending',
          'email_verified',
          'created_at',
          'expires_at',
          'used_at',
        ],
        whose: ofAccount('account_id'),
        order: ['created_at', 'id'],
      }),
      section('webhooks', 'webhook', {
        about:
          'Addresses that you have told of your bookings; their secrets are not included, because they are keys',
        columns: ['id', 'account_id', 'address', 'events', 'is_paused', 'failing_since', 'created_at'],
        whose: ofAccount('account_id'),
        order: ['created_at', 'id'],
      }),
      section('history', 'identity.audit_events', {
        about: 'Sign-ins, failed attempts and changes to your sign-in',
        columns: ['at', 'kind', 'user_id', 'ip', 'detail'],
        whose: ofSignIn('user_id'),
        order: ['at', 'id'],
      }),
    ],
  },
  {
    name: 'notices',
    about: 'Your notifications, and how you want to get them',
    sections: [
      section('notices', 'notice', {
        about: 'Notifications in your account',
        columns: ['id', 'kind', 'title', 'path', 'once_key', 'gather_key', 'told_at', 'read_at'],
        whose: ofAccount('account_id'),
        order: ['told_at', 'id'],
      }),
      section('choices', 'notice_choice', {
        about: 'What you have turned on and off',
        columns: ['topic', 'channel', 'is_on'],
        whose: ofAccount('account_id'),
        order: ['topic', 'channel'],
      }),
      section('settings', 'notice_setting', {
        about: 'Quiet hours and digest',
        columns: [
          'quiet_from',
          'quiet_to',
          'digest',
          'digest_time',
          'push_shows_title',
          'time_zone',
          'updated_at',
        ],
        whose: ofAccount('account_id'),
        order: ['account_id'],
      }),
      section('push_devices', 'push_device', {
        about: 'Browsers that get push notifications',
        columns: ['id', 'endpoint', 'p256dh', 'auth', 'name', 'made_at'],
        whose: ofAccount('account_id'),
        order: ['made_at', 'id'],
      }),
    ],
  },
  {
    name: 'mails',
    about: 'E-mails that we sent you and still store',
    sections: [
      section('mails', 'mail', {
        about:
          'E-mails to you. The text of e-mails about signing in is left out, because somebody could sign in with their links',
        columns: [
          'recipient',
          'subject',
          'kind',
          'text_body',
          'reply_to',
          'created_at',
          'sent_at',
          'refused_at',
        ],
        computed: {
          text_body: sql`case when copied.kind like 'identity.%' then null else copied.text_body end`,
        },
        whose: ({ emails }) =>
          emails.length === 0
            ? sql<boolean>`false`
            : sql<boolean>`recipient in (${sql.join(emails)}) and kind not like 'operator-%'`,
        order: ['created_at', 'id'],
      }),
      section('stopped_addresses', 'mail_suppression', {
        about: 'Your addresses to which we have stopped to send e-mails, and why',
        columns: ['address', 'cause', 'detail', 'at'],
        whose: ({ emails }) =>
          emails.length === 0
            ? sql<boolean>`false`
            : sql<boolean>`address in (${sql.join(emails.map((email) => email.toLowerCase()))})`,
        order: ['at', 'id'],
      }),
    ],
  },
  {
    name: 'pets',
    about: 'Your pets with their care sheets',
    sections: [
      section('pets', 'pet', {
        about: 'Pets, including archived ones; `details` is the care sheet',
        columns: [
          'id',
          'name',
          'species',
          'birth_on',
          'weight_grams',
          'details',
          'archived_at',
          'created_at',
          'updated_at',
        ],
        whose: ofAccount('owner_id'),
        order: ['created_at', 'id'],
      }),
    ],
  },
  {
    name: 'household',
    about: 'Your home as you described it, with readable codes, and who has looked at it',
    sections: [
      section('household', 'household', {
        about: 'Address, how to get in, codes and so on; encrypted in the database, readable here',
        columns: ['address', 'entry', 'door_code', 'alarm', 'cameras', 'emergency', 'absence', 'updated_at'],
        computed: { account_id: sql`copied.account_id` },
        whose: ofAccount('account_id'),
        order: ['account_id'],
      }),
      section('views', 'household_view', {
        about: 'Who has looked at which part of it, and when',
        columns: ['account_id', 'booking_id', 'viewer_id', 'fields', 'viewed_at'],
        computed: {
          viewer: sql`(select name from sitter where sitter.account_id = copied.viewer_id)`,
        },
        whose: ofAccount('account_id'),
        order: ['viewed_at', 'id'],
      }),
      section('own_views', 'household_view', {
        about: 'When you, as a sitter, looked at the home details of an owner; not what you saw',
        columns: ['booking_id', 'viewer_id', 'fields', 'viewed_at'],
        whose: ofAccount('viewer_id'),
        order: ['viewed_at', 'id'],
      }),
    ],
  },
  {
    name: 'sitter',
    about: 'Your sitter profile',
    sections: [
      section('profile', 'sitter', {
        about: 'The profile',
        columns: [
          'id',
          'name',
          'status',
          ...exportedProfile,
          'photo_url',
          'place_id',
          'country',
          'subdivision',
          'lat',
          'lng',
          'public_lat',
          'public_lng',
          'time_zone',
          'own_holidays',
          'rating_sum',
          'rating_count',
          'clients',
          'repeat_clients',
          'completed_bookings',
          'response_rate',
          'response_minutes',
          'trusted',
          'calendar_confirmed_on',
          'submitted_at',
          'sent_back_at',
          'sent_back_reason',
          'published_at',
          'created_at',
          'updated_at',
        ],
        whose: ofAccount('account_id'),
        order: ['id'],
      }),
      section('services', 'sitter_service', {
        about: 'Services with rates and rules',
        columns: [
          'service',
          'active',
          'rates',
          'accepts',
          'weekday_capacity',
          'max_pets',
          'notice_hours',
          'policy',
          'radius_km',
        ],
        whose: ofSitter('sitter_id'),
        order: ['service'],
      }),
      section('draft', 'sitter_draft', {
        about: 'A profile that you have started',
        columns: ['step', 'data', 'saved_at'],
        whose: ofAccount('account_id'),
        order: ['account_id'],
      }),
      section('positions', 'sitter_position', {
        about: 'Your position in the search results',
        columns: ['service', 'on_date', 'position', 'found'],
        whose: ofSitter('sitter_id'),
        order: ['on_date', 'service'],
      }),
      section('position_looks', 'sitter_position_look', {
        about: 'When you last looked at these positions',
        columns: ['looked_on'],
        whose: ofSitter('sitter_id'),
        order: ['sitter_id'],
      }),
    ],
  },
  {
    name: 'calendar',
    about: 'Your calendar as a sitter',
    sections: [
      section('days', 'sitter_day_override', {
        about: 'Days that you have blocked or opened',
        columns: ['service', 'on_date', 'capacity'],
        whose: ofSitter('sitter_id'),
        order: ['on_date', 'service'],
      }),
      section('other_calendars', 'calendar_feed', {
        about:
          'External calendars that you have connected; their addresses are encrypted in the database, readable here',
        columns: [
          'id',
          'name',
          'host',
          'address',
          'source',
          'blocks',
          'services',
          'fetched_at',
          'failure',
          'created_at',
        ],
        whose: ofSitter('sitter_id'),
        order: ['created_at', 'id'],
      }),
      section('busy_days', 'calendar_feed_day', {
        about: 'Days on which those calendars show you as busy',
        columns: ['service', 'on_date'],
        whose: ofSitter('sitter_id'),
        order: ['on_date', 'service', 'feed_id'],
      }),
      section('busy_times', 'calendar_feed_time', {
        about: 'Times at which those calendars show you as busy',
        columns: ['during'],
        whose: ofSitter('sitter_id'),
        order: ['during', 'feed_id'],
      }),
      section('addresses', 'calendar_address', {
        about:
          'Private addresses that you have created for your calendar here; the address itself is left out, because it gives access',
        columns: ['number', 'made_at', 'revoked_at', 'read_at'],
        whose: ofAccount('account_id'),
        order: ['number'],
      }),
    ],
  },
]
