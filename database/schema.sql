-- The schema as the migrations leave it; written by `npm run db:types`.

-- tables

create table identity.audit_events (
  id uuid not null,
  at timestamp with time zone not null,
  kind text not null,
  user_id text,
  ip text,
  detail jsonb not null default '{}'::jsonb
);

create table identity.deletions (
  user_id text not null,
  account_id uuid not null,
  code_hash text not null,
  asked_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  was_disabled boolean not null,
  held_at timestamp with time zone
);

create table identity.known_browsers (
  user_id text not null,
  device_hash text not null,
  first_seen_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null
);

create table identity.oauth_sessions (
  id_hash text not null,
  provider text not null,
  continue_uri text not null,
  intent text not null,
  secrets_encrypted text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null
);

create table identity.oob_codes (
  code_hash text not null,
  type text not null,
  user_id text,
  email text not null,
  new_email text,
  continue_url text,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  takes_over boolean not null default false
);

create table identity.pending_credentials (
  token_hash text not null,
  assertion jsonb not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null
);

create table identity.rate_buckets (
  key text not null,
  tokens double precision not null,
  updated_at timestamp with time zone not null
);

create table identity.refresh_tokens (
  token_hash text not null,
  session_id uuid not null,
  issued_at timestamp with time zone not null,
  superseded_at timestamp with time zone,
  successor_hash text
);

create table identity.sessions (
  id uuid not null,
  user_id text not null,
  provider text not null,
  auth_time timestamp with time zone not null,
  device_hash text,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone not null,
  idle_expires_at timestamp with time zone not null,
  absolute_expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  reason text,
  ip text not null,
  user_agent text not null
);

create table identity.signing_keys (
  kid text not null,
  alg text not null,
  private_jwk_encrypted text not null,
  public_jwk jsonb not null,
  state text not null,
  not_before timestamp with time zone not null,
  retire_after timestamp with time zone
);

create table identity.user_identities (
  provider text not null,
  raw_id text not null,
  user_id text not null,
  email text,
  profile jsonb not null default '{}'::jsonb,
  linked_at timestamp with time zone not null,
  used_at timestamp with time zone not null
);

create table identity.users (
  id text not null,
  email text,
  email_canonical text,
  email_verified boolean not null default false,
  initial_email text,
  display_name text,
  photo_url text,
  password_hash text,
  password_updated_at timestamp with time zone,
  email_link_enabled boolean not null default false,
  valid_since timestamp with time zone not null,
  disabled boolean not null default false,
  custom_claims jsonb not null default '{}'::jsonb,
  created_at timestamp with time zone not null,
  last_login_at timestamp with time zone not null,
  last_refresh_at timestamp with time zone not null
);

create table public.account (
  id uuid not null,
  external_id text not null,
  name text not null,
  email text not null,
  phone_number text,
  location text,
  locale text not null default 'en-GB'::text,
  time_zone text,
  photo_url text,
  roles text[] not null default '{}'::text[],
  invited_by uuid,
  version integer not null default 1,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  erased_at timestamp with time zone,
  invite_code text not null default substr(replace((gen_random_uuid())::text, '-'::text, ''::text), 1, 12),
  merged_into uuid,
  merged_at timestamp with time zone
);

create table public.announcement (
  id uuid not null,
  version integer not null default 1,
  words text not null,
  link_words text,
  link_to text,
  tone text not null,
  audience text not null,
  place_id integer,
  begins_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  account_id uuid not null,
  created_at timestamp with time zone not null
);

create table public.api_key (
  id uuid not null,
  account_id uuid,
  name text not null,
  scopes text[] not null,
  hash bytea not null,
  ending text not null,
  email_verified boolean,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  used_at timestamp with time zone,
  created_by uuid
);

create table public.block (
  blocker_id uuid not null,
  blocked_id uuid not null,
  created_at timestamp with time zone not null
);

create table public.booking (
  id uuid not null,
  number text not null default (nextval('booking_number'::regclass))::text,
  owner_id uuid not null,
  sitter_id uuid not null,
  service text not null,
  status text not null,
  version integer not null default 1,
  start_on date not null,
  start_time text not null,
  end_on date not null,
  end_time text not null,
  time_zone text not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  quote jsonb not null,
  terms jsonb not null,
  currency text not null,
  total integer not null,
  paid integer not null default 0,
  refunded integer not null default 0,
  payment_status text not null default 'none'::text,
  message text,
  expires_at timestamp with time zone,
  confirmed_at timestamp with time zone,
  checked_in_at timestamp with time zone,
  ended_at timestamp with time zone,
  cancelled_at timestamp with time zone,
  cancelled_by text,
  reason text,
  answered_at timestamp with time zone,
  due_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  cancel_reply text,
  cancel_replied_at timestamp with time zone,
  released integer not null default 0,
  dates_open boolean not null default false,
  changed_back integer not null default 0,
  payment_mode text not null default 'manual'::text,
  sent_at timestamp with time zone,
  charge_at timestamp with time zone,
  circle boolean not null default false
);

create table public.booking_backup (
  booking_id uuid not null,
  sitter_id uuid not null,
  status text not null,
  note text,
  asked_at timestamp with time zone not null,
  answered_at timestamp with time zone,
  called_at timestamp with time zone
);

create table public.booking_case (
  id uuid not null,
  booking_id uuid not null,
  kind text not null,
  status text not null,
  opened_by text not null,
  opened_at timestamp with time zone not null,
  words text not null,
  contacted text,
  asked integer,
  holds boolean not null,
  answer_by timestamp with time zone not null,
  decide_by timestamp with time zone not null,
  answer text,
  answered_at timestamp with time zone,
  refund integer,
  statement text,
  resolved_by text,
  resolved_at timestamp with time zone,
  appeal text,
  appealed_by text,
  appealed_at timestamp with time zone,
  visit_at timestamp with time zone,
  photo_ids uuid[] not null default '{}'::uuid[],
  answer_photo_ids uuid[] not null default '{}'::uuid[],
  appeal_photo_ids uuid[] not null default '{}'::uuid[]
);

create table public.booking_change (
  id uuid not null,
  booking_id uuid not null,
  status text not null,
  proposed_by text not null,
  proposed_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  agreed jsonb not null,
  note text,
  ended_at timestamp with time zone
);

create table public.booking_dropped_visit (
  booking_id uuid not null,
  idx smallint not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null
);

create table public.booking_event (
  booking_id uuid not null,
  idx integer not null,
  at timestamp with time zone not null,
  event text not null,
  from_status text,
  to_status text not null,
  by text not null,
  account_id uuid,
  payload jsonb not null
);

create table public.booking_extra (
  id uuid not null,
  booking_id uuid not null,
  purpose text not null,
  amount integer not null,
  status text not null,
  opened_at timestamp with time zone not null,
  pay_by timestamp with time zone not null,
  unpaid_at timestamp with time zone,
  reminded_at timestamp with time zone,
  ended_at timestamp with time zone
);

create table public.booking_notice (
  booking_id uuid not null,
  event text not null,
  receiver text not null,
  created_at timestamp with time zone not null,
  idx integer not null default 0
);

create table public.booking_pet (
  booking_id uuid not null,
  pet_id uuid not null
);

create table public.booking_rhythm (
  booking_id uuid not null,
  rhythm text not null,
  changed_at timestamp with time zone not null
);

create table public.booking_unit (
  booking_id uuid not null,
  idx smallint not null,
  on_date date not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  minutes integer not null,
  pet_ids uuid[]
);

create table public.calendar_address (
  account_id uuid not null,
  number integer not null,
  made_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  read_at timestamp with time zone
);

create table public.calendar_feed (
  id uuid not null,
  sitter_id uuid not null,
  name text not null,
  host text not null,
  address bytea not null,
  blocks text not null,
  services text[],
  etag text,
  last_modified text,
  fetched_at timestamp with time zone,
  read_on date,
  next_at timestamp with time zone not null,
  failures smallint not null default 0,
  failure text,
  skipped integer not null default 0,
  created_at timestamp with time zone not null,
  source text not null default 'address'::text
);

create table public.calendar_feed_day (
  feed_id uuid not null,
  sitter_id uuid not null,
  service text not null,
  on_date date not null
);

create table public.calendar_feed_time (
  feed_id uuid not null,
  sitter_id uuid not null,
  during tstzrange not null
);

create table public.care_entry (
  booking_id uuid not null,
  id uuid not null,
  account_id uuid not null,
  unit smallint,
  kind text not null,
  data jsonb not null,
  happened_at timestamp with time zone not null,
  received_at timestamp with time zone not null
);

create table public.circle_member (
  id uuid not null,
  owner_id uuid not null,
  friend_id uuid,
  name text not null,
  invited_at timestamp with time zone not null,
  joined_at timestamp with time zone,
  ended_at timestamp with time zone
);

create table public.clock_watch (
  machine text not null,
  boot text not null,
  seen_at timestamp with time zone not null,
  seen_uptime_ms bigint not null,
  seen_skew_ms bigint not null,
  accepted_skew_ms bigint not null default 0,
  trusted_at timestamp with time zone,
  trusted_turn bigint,
  doubt_against text,
  doubt_by_ms bigint,
  doubt_needed_ms bigint,
  agreed_uptime_ms bigint
);

create table public.consent (
  account_id uuid not null,
  slug text not null,
  version integer not null,
  at timestamp with time zone not null
);

create table public.content_draft (
  kind text not null,
  slug text not null,
  revision integer not null,
  fields jsonb not null,
  body text not null,
  account_id uuid not null,
  saved_at timestamp with time zone not null
);

create table public.content_version (
  kind text not null,
  slug text not null,
  version integer not null,
  change text not null,
  fields jsonb,
  body text,
  publish_at timestamp with time zone not null,
  in_substance boolean not null,
  reason text not null,
  account_id uuid,
  created_at timestamp with time zone not null,
  withdrawn_at timestamp with time zone
);

create table public.conversation (
  id uuid not null,
  owner_id uuid not null,
  sitter_id uuid not null,
  last_seq integer not null default 0,
  last_at timestamp with time zone not null,
  owner_read_seq integer not null default 0,
  sitter_read_seq integer not null default 0,
  owner_archived_seq integer,
  sitter_archived_seq integer,
  created_at timestamp with time zone not null
);

create table public.data_export (
  id uuid not null,
  account_id uuid not null,
  state text not null,
  attempt smallint not null default 0,
  claimed_until timestamp with time zone,
  done integer not null default 0,
  steps integer not null default 0,
  parts integer not null default 0,
  bytes bigint not null default 0,
  asked_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  ends_at timestamp with time zone,
  staff_reason text
);

create table public.demo_part (
  part text not null,
  founded_at timestamp with time zone not null
);

create table public.demo_person (
  account_id uuid not null,
  kept_at timestamp with time zone
);

create table public.favourite (
  account_id uuid not null,
  sitter_id uuid not null,
  name text not null,
  note text,
  added_at timestamp with time zone not null
);

create table public.favourite_list (
  id uuid not null,
  account_id uuid not null,
  name text not null,
  code text,
  version integer not null default 1,
  created_at timestamp with time zone not null
);

create table public.favourite_list_sitter (
  list_id uuid not null,
  account_id uuid not null,
  sitter_id uuid not null
);

create table public.fee_invoice (
  id uuid not null,
  serial integer not null,
  account_id uuid not null,
  month text not null,
  currency text not null,
  total integer not null,
  tax integer not null,
  made_at timestamp with time zone not null,
  made_on date not null,
  due_on date not null,
  time_zone text not null,
  status text not null,
  version integer not null default 1,
  closed_at timestamp with time zone,
  reason text,
  told_at timestamp with time zone,
  reminded_at timestamp with time zone
);

create table public.fee_invoice_line (
  invoice_id uuid not null,
  booking_id uuid not null,
  fees integer not null,
  promotion integer not null,
  tax integer not null,
  correction boolean not null
);

create table public.fee_month (
  month text not null,
  made_at timestamp with time zone
);

create table public.file (
  id uuid not null,
  account_id uuid not null,
  kind text not null,
  state text not null,
  name text not null,
  type text not null,
  bytes integer not null,
  received integer not null default 0,
  parts text[] not null default '{}'::text[],
  refusal text,
  hash text,
  width integer,
  height integer,
  widths integer[] not null default '{}'::integer[],
  blur text,
  alt text not null default ''::text,
  subject_id uuid,
  "position" integer not null default 0,
  created_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  attached_at timestamp with time zone,
  removed_at timestamp with time zone
);

create table public.holiday_period (
  id integer not null,
  country text not null,
  subdivision text,
  year smallint not null,
  name text not null,
  start_on date not null,
  end_on date not null,
  kind text not null default 'public'::text,
  enabled boolean not null default true
);

create table public.household (
  account_id uuid not null,
  version integer not null default 1,
  address bytea,
  entry bytea,
  door_code bytea,
  alarm bytea,
  cameras bytea,
  emergency bytea,
  absence bytea,
  updated_at timestamp with time zone not null
);

create table public.household_view (
  id uuid not null,
  account_id uuid not null,
  booking_id uuid not null,
  viewer_id uuid not null,
  fields text[] not null,
  viewed_at timestamp with time zone not null
);

create table public.idempotency (
  principal text not null,
  route text not null,
  key text not null,
  request_hash text not null,
  status smallint not null,
  body text not null,
  created_at timestamp with time zone not null
);

create table public.import (
  id uuid not null,
  kind text not null,
  file_name text not null,
  state text not null,
  account_id uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null
);

create table public.import_row (
  import_id uuid not null,
  line integer not null,
  kind text not null,
  external_id text not null,
  of_id text,
  email text,
  outcome text not null,
  faults jsonb not null,
  data jsonb not null,
  done_at timestamp with time zone,
  invited_at timestamp with time zone,
  accepted_at timestamp with time zone,
  sitter_id uuid
);

create table public.ledger_correction (
  id uuid not null,
  proposed_at timestamp with time zone not null,
  proposed_by uuid not null,
  booking_id uuid,
  debit text not null,
  credit text not null,
  amount bigint not null,
  currency text not null,
  reason text not null,
  needs_approval boolean not null,
  state text not null,
  decided_at timestamp with time zone,
  decided_by uuid,
  decision text
);

create table public.ledger_entry (
  transfer_id uuid not null,
  idx smallint not null,
  account text not null,
  account_id uuid,
  amount bigint not null
);

create table public.ledger_transfer (
  id uuid not null,
  at timestamp with time zone not null,
  kind text not null,
  source text not null,
  source_id text not null,
  booking_id uuid,
  currency text not null,
  note text
);

create table public.live_account (
  account_id uuid not null,
  last_seq bigint not null
);

create table public.live_event (
  account_id uuid not null,
  seq bigint not null,
  topic text not null,
  ids jsonb not null,
  told_at timestamp with time zone not null
);

create table public.look (
  version integer not null,
  document jsonb not null,
  created_at timestamp with time zone not null,
  account_id uuid not null,
  reason text not null
);

create table public.lost_pet (
  id uuid not null,
  pet_id uuid not null,
  owner_id uuid not null,
  sitter_account_id uuid,
  reported_by text not null,
  code text not null,
  lost_at timestamp with time zone not null,
  time_zone text not null,
  place text not null,
  marks text not null,
  behaviour text not null,
  do_not_chase boolean not null,
  reward text not null,
  shows_owner_phone boolean not null default false,
  shows_sitter_phone boolean not null default false,
  version integer not null default 1,
  reported_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  forgotten_at timestamp with time zone
);

create table public.lost_sighting (
  id uuid not null,
  lost_pet_id uuid not null,
  words text not null,
  contact text not null,
  net text not null,
  told_at timestamp with time zone not null
);

create table public.mail (
  id uuid not null,
  recipient text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  kind text not null,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  claimed_until timestamp with time zone,
  refused_at timestamp with time zone,
  refusal text,
  reply_to text,
  unsubscribe_url text,
  attempts integer not null default 0,
  tried_at timestamp with time zone,
  answer text,
  resent_at timestamp with time zone,
  settled_at timestamp with time zone
);

create table public.mail_feedback (
  id bytea not null,
  received_at timestamp with time zone not null
);

create table public.mail_report_box (
  id bytea not null,
  uid_validity text not null,
  next_uid bigint not null,
  read_at timestamp with time zone not null
);

create table public.mail_suppression (
  id uuid not null,
  address text not null,
  cause text not null,
  detail text not null,
  at timestamp with time zone not null
);

create table public.measurement (
  name text not null,
  labels jsonb not null,
  value numeric not null,
  measured_at timestamp with time zone not null
);

create table public.message (
  id uuid not null,
  conversation_id uuid not null,
  seq integer not null,
  author_id uuid,
  client_id uuid,
  body text,
  booking_id uuid,
  event_idx integer,
  created_at timestamp with time zone not null,
  removed_at timestamp with time zone
);

create table public.migration (
  name text not null,
  hash text not null,
  applied_at timestamp with time zone not null default now()
);

create table public.notice (
  id uuid not null,
  account_id uuid not null,
  kind text not null,
  title text not null,
  path text not null,
  subject_id uuid,
  once_key text,
  gather_key text,
  is_in_app boolean not null,
  told_at timestamp with time zone not null,
  read_at timestamp with time zone
);

create table public.notice_choice (
  account_id uuid not null,
  topic text not null,
  channel text not null,
  is_on boolean not null
);

create table public.notice_mail (
  notice_id uuid not null,
  account_id uuid not null,
  letter jsonb not null,
  is_digest boolean not null,
  due_at timestamp with time zone not null
);

create table public.notice_push (
  notice_id uuid not null,
  account_id uuid not null,
  due_at timestamp with time zone not null
);

create table public.notice_setting (
  account_id uuid not null,
  quiet_from text,
  quiet_to text,
  digest text not null default 'off'::text,
  digest_time text not null default '08:00'::text,
  version integer not null default 1,
  updated_at timestamp with time zone not null,
  push_shows_title boolean not null default false,
  time_zone text
);

create table public.payment (
  id uuid not null,
  booking_id uuid not null,
  payer_id uuid not null,
  amount integer not null,
  currency text not null,
  way text not null,
  state text not null,
  intent_id text,
  setup_id text,
  method_id text,
  failure text,
  dispute text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  purpose text not null default 'booking'::text,
  extra_id uuid,
  swap_setup_id text
);

create table public.payment_account (
  account_id uuid not null,
  provider_id text not null,
  state text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null
);

create table public.payment_customer (
  account_id uuid not null,
  provider_id text not null,
  created_at timestamp with time zone not null
);

create table public.payment_dispute (
  id uuid not null,
  provider_id text not null,
  payment_id uuid not null,
  booking_id uuid not null,
  status text not null,
  reason text not null,
  amount integer not null,
  currency text not null,
  due_at timestamp with time zone,
  evidence text,
  evidence_at timestamp with time zone,
  withdrawn integer not null default 0,
  fee integer not null default 0,
  covered integer not null default 0,
  borne_by_platform integer not null default 0,
  borne_by_sitter integer not null default 0,
  decision text,
  decided_at timestamp with time zone,
  decided_by uuid,
  version integer not null default 1,
  opened_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  updated_at timestamp with time zone not null
);

create table public.payment_event (
  id text not null,
  type text not null,
  object_id text not null,
  received_at timestamp with time zone not null,
  applied_at timestamp with time zone
);

create table public.payment_task (
  id uuid not null,
  kind text not null,
  booking_id uuid not null,
  payment_id uuid,
  account_id uuid,
  amount integer not null,
  currency text not null,
  source text not null,
  state text not null,
  attempt smallint not null default 1,
  sent_at timestamp with time zone,
  claimed_until timestamp with time zone,
  provider_id text,
  failure text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  dispute_id uuid,
  reverses uuid
);

create table public.pet (
  id uuid not null,
  owner_id uuid not null,
  name text not null,
  species text not null,
  birth_on date,
  weight_grams integer,
  details jsonb not null,
  archived_at timestamp with time zone,
  version integer not null default 1,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null
);

create table public.place (
  id integer not null,
  name text not null,
  region text not null,
  country text not null,
  country_name text not null,
  subdivision text,
  lat double precision not null,
  lng double precision not null,
  time_zone text not null,
  population integer not null,
  search_full text not null
);

create table public.place_name (
  place_id integer not null,
  name text not null,
  weight integer not null,
  country text not null
);

create table public.place_search (
  place_id integer not null,
  week date not null,
  searches integer not null,
  without_result integer not null
);

create table public.place_source (
  edition text not null,
  imported_at timestamp with time zone not null
);

create table public.postcode (
  id bigint not null,
  country text not null,
  code text not null,
  shown text not null,
  name text not null,
  region text not null,
  country_name text not null,
  subdivision text,
  lat double precision not null,
  lng double precision not null,
  time_zone text not null,
  import bigint not null
);

create table public.promo_code (
  id uuid not null,
  code text not null,
  percent smallint,
  amount integer,
  currency text not null,
  paid_by text not null,
  first_booking boolean not null,
  from_on date,
  until_on date,
  budget integer,
  uses_per_owner smallint not null,
  note text,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  owner_id uuid,
  earned_by uuid,
  told_at timestamp with time zone
);

create table public.promo_use (
  booking_id uuid not null,
  promo_id uuid not null,
  owner_id uuid not null,
  status text not null,
  amount integer not null
);

create table public.push_device (
  id uuid not null,
  account_id uuid not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  name text not null,
  made_at timestamp with time zone not null
);

create table public.push_key (
  id smallint not null default 1,
  public_key text not null,
  private_key_encrypted text not null,
  made_at timestamp with time zone not null
);

create table public.recent_write (
  uid text not null,
  "position" pg_lsn not null,
  written_at timestamp with time zone not null
);

create table public.release (
  version text not null,
  started_at timestamp with time zone not null default now()
);

create table public.report (
  id uuid not null,
  reporter_id uuid not null,
  subject_kind text not null,
  subject_id uuid not null,
  about_id uuid not null,
  reason text not null,
  words text,
  snapshot jsonb not null,
  status text not null default 'open'::text,
  measure text,
  decision_reason text,
  decided_by uuid,
  decided_at timestamp with time zone,
  created_at timestamp with time zone not null
);

create table public.review (
  id uuid not null,
  booking_id uuid not null,
  author text not null,
  account_id uuid not null,
  sitter_id uuid not null,
  overall smallint not null,
  ratings jsonb not null,
  body text not null,
  private_note text,
  hidden_until timestamp with time zone not null,
  published_at timestamp with time zone,
  reply text,
  replied_at timestamp with time zone,
  created_at timestamp with time zone not null,
  removed_at timestamp with time zone,
  removed_for text
);

create table public.saved_search (
  id uuid not null,
  account_id uuid not null,
  name text not null,
  address text not null,
  query jsonb not null,
  tells boolean not null,
  seen uuid[] not null,
  fresh uuid[] not null default '{}'::uuid[],
  looked_at timestamp with time zone not null,
  created_at timestamp with time zone not null
);

create table public.search_upkeep (
  single boolean not null default true,
  edition integer not null
);

create table public.setting (
  version integer not null,
  document jsonb not null,
  created_at timestamp with time zone not null,
  account_id uuid,
  reason text
);

create table public.shipped_legal_text (
  slug text not null,
  changed_on date not null,
  started_at timestamp with time zone not null
);

create table public.sitter (
  id uuid not null,
  account_id uuid not null,
  name text not null,
  status text not null,
  headline text not null,
  bio text not null,
  place_id integer,
  neighbourhood text,
  country text,
  subdivision text,
  lat double precision,
  lng double precision,
  public_lat double precision,
  public_lng double precision,
  time_zone text not null,
  home jsonb not null,
  home_ceiling smallint not null,
  one_household boolean not null,
  visits_while_sitting boolean not null,
  languages text[] not null,
  skills text[] not null,
  experience_years smallint,
  calendar_confirmed_on date,
  calendar_version integer not null default 1,
  rating_sum integer not null default 0,
  rating_count integer not null default 0,
  clients integer not null default 0,
  repeat_clients integer not null default 0,
  completed_bookings integer not null default 0,
  response_rate real,
  response_minutes integer,
  trusted boolean not null default false,
  trust_misses smallint not null default 0,
  trust_tested_on date,
  published_at timestamp with time zone,
  version integer not null default 1,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  submitted_at timestamp with time zone,
  sent_back_at timestamp with time zone,
  sent_back_reason text,
  instant_book text not null default 'off'::text,
  own_holidays jsonb not null default '{"off": [], "peaks": []}'::jsonb,
  photo_url text,
  hidden_from text
);

create table public.sitter_busy (
  sitter_id uuid not null,
  booking_id uuid not null,
  kind text not null,
  during tstzrange not null
);

create table public.sitter_day (
  sitter_id uuid not null,
  on_date date not null,
  kind text not null,
  used smallint not null,
  cap smallint not null
);

create table public.sitter_day_override (
  sitter_id uuid not null,
  service text not null,
  on_date date not null,
  capacity smallint not null
);

create table public.sitter_draft (
  account_id uuid not null,
  step text not null,
  data jsonb not null,
  version integer not null default 1,
  saved_at timestamp with time zone not null
);

create table public.sitter_hold (
  booking_id uuid not null,
  idx smallint not null,
  on_date date not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  used smallint not null
);

create table public.sitter_position (
  sitter_id uuid not null,
  service smallint not null,
  on_date date not null,
  "position" integer not null,
  found integer not null
);

create table public.sitter_position_look (
  sitter_id uuid not null,
  looked_on date not null
);

create table public.sitter_search (
  sitter_id uuid not null,
  service smallint not null,
  h6 bigint not null,
  lat real not null,
  lng real not null,
  rank real not null,
  unit_price integer not null,
  sizes integer not null,
  min_weight real,
  max_weight real,
  max_pets smallint not null,
  notice_hours smallint not null,
  traits integer not null,
  radius_km real,
  rating real,
  repeat_clients integer not null,
  published_at timestamp with time zone not null,
  w0 bigint not null default 0,
  w1 bigint not null default 0,
  w2 bigint not null default 0,
  w3 bigint not null default 0,
  w4 bigint not null default 0,
  w5 bigint not null default 0,
  cat_price integer,
  extra_pet integer,
  extra_cat integer,
  puppy_extra integer,
  holiday_extra integer,
  long_pct smallint,
  long_from smallint,
  x0 bigint not null default 0,
  x1 bigint not null default 0,
  x2 bigint not null default 0,
  x3 bigint not null default 0,
  x4 bigint not null default 0,
  x5 bigint not null default 0,
  qualities bigint
);

create table public.sitter_service (
  sitter_id uuid not null,
  service text not null,
  active boolean not null,
  rates jsonb not null,
  accepts jsonb not null,
  weekday_capacity smallint[] not null,
  max_pets smallint not null,
  notice_hours smallint not null,
  policy text not null,
  radius_km real
);

create table public.staff_act (
  id uuid not null,
  at timestamp with time zone not null,
  account_id uuid not null,
  act text not null,
  permission text not null,
  concerns text[] not null,
  reason text,
  request jsonb not null,
  ip text
);

create table public.staff_note (
  id uuid not null,
  account_id uuid not null,
  by_account uuid not null,
  at timestamp with time zone not null,
  edited_at timestamp with time zone,
  words text not null
);

create table public.suspension (
  id uuid not null,
  account_id uuid not null,
  by_account uuid,
  at timestamp with time zone not null,
  reason text not null,
  ends_at timestamp with time zone,
  lifted_at timestamp with time zone,
  lifted_by uuid,
  lift_reason text
);

create table public.webhook (
  id uuid not null,
  account_id uuid,
  address text not null,
  events text[] not null,
  secret bytea not null,
  is_paused boolean not null default false,
  failing_since timestamp with time zone,
  created_at timestamp with time zone not null
);

create table public.webhook_delivery (
  id uuid not null,
  webhook_id uuid not null,
  event text not null,
  booking_number text,
  body text not null,
  state text not null,
  attempts integer not null default 0,
  next_at timestamp with time zone,
  tried_at timestamp with time zone,
  status integer,
  took_ms integer,
  response text,
  failure text,
  by_hand_at timestamp with time zone,
  created_at timestamp with time zone not null
);

-- constraints

alter table account add constraint account_check CHECK ((invited_by <> id));

alter table account add constraint account_check1 CHECK ((merged_into <> id));

alter table account add constraint account_check2 CHECK (((merged_into IS NULL) = (merged_at IS NULL)));

alter table account add constraint account_check3 CHECK (((merged_at IS NULL) OR (erased_at IS NOT NULL)));

alter table account add constraint account_external_id_check CHECK (((length(external_id) >= 1) AND (length(external_id) <= 128)));

alter table account add constraint account_external_id_key UNIQUE (external_id);

alter table account add constraint account_invite_code_key UNIQUE (invite_code);

alter table account add constraint account_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES account(id);

alter table account add constraint account_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES account(id);

alter table account add constraint account_pkey PRIMARY KEY (id);

alter table announcement add constraint announcement_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id);

alter table announcement add constraint announcement_audience_check CHECK ((audience = ANY (ARRAY['everyone'::text, 'visitors'::text, 'members'::text, 'owners'::text, 'sitters'::text, 'staff'::text])));

alter table announcement add constraint announcement_check CHECK ((ends_at >= begins_at));

alter table announcement add constraint announcement_check1 CHECK (((link_words IS NULL) = (link_to IS NULL)));

alter table announcement add constraint announcement_check2 CHECK (((place_id IS NULL) OR (audience = ANY (ARRAY['members'::text, 'owners'::text, 'sitters'::text]))));

alter table announcement add constraint announcement_pkey PRIMARY KEY (id);

alter table announcement add constraint announcement_place_id_fkey FOREIGN KEY (place_id) REFERENCES place(id);

alter table announcement add constraint announcement_tone_check CHECK ((tone = ANY (ARRAY['info'::text, 'warning'::text])));

alter table announcement add constraint announcement_version_check CHECK ((version > 0));

alter table api_key add constraint api_key_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id);

alter table api_key add constraint api_key_created_by_fkey FOREIGN KEY (created_by) REFERENCES account(id);

alter table api_key add constraint api_key_hash_key UNIQUE (hash);

alter table api_key add constraint api_key_pkey PRIMARY KEY (id);

alter table api_key add constraint api_key_scopes_check CHECK ((cardinality(scopes) > 0));

alter table api_key add constraint api_key_whose CHECK ((((account_id IS NULL) = (created_by IS NOT NULL)) AND ((account_id IS NULL) = (email_verified IS NULL))));

alter table block add constraint block_blocked_id_fkey FOREIGN KEY (blocked_id) REFERENCES account(id) ON DELETE CASCADE;

alter table block add constraint block_blocker_id_fkey FOREIGN KEY (blocker_id) REFERENCES account(id) ON DELETE CASCADE;

alter table block add constraint block_check CHECK ((blocker_id <> blocked_id));

alter table block add constraint block_pkey PRIMARY KEY (blocker_id, blocked_id);

alter table booking add constraint booking_charge_check CHECK (((charge_at IS NULL) OR ((status = 'confirmed'::text) AND (payment_mode = 'stripe'::text) AND (paid = 0))));

alter table booking add constraint booking_check CHECK ((ends_at > starts_at));

alter table booking add constraint booking_check1 CHECK (((refunded >= 0) AND (refunded <= paid)));

alter table booking add constraint booking_check2 CHECK (((released >= 0) AND (released <= (paid - refunded))));

alter table booking add constraint booking_check3 CHECK (((changed_back >= 0) AND (changed_back <= refunded)));

alter table booking add constraint booking_number_key UNIQUE (number);

alter table booking add constraint booking_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account(id);

alter table booking add constraint booking_paid_check CHECK ((paid >= 0));

alter table booking add constraint booking_payment_mode_check CHECK ((payment_mode = ANY (ARRAY['manual'::text, 'stripe'::text])));

alter table booking add constraint booking_pkey PRIMARY KEY (id);

alter table booking add constraint booking_service_check CHECK ((service = ANY (ARRAY['boarding'::text, 'house_sitting'::text, 'drop_in'::text, 'day_care'::text, 'dog_walking'::text])));

alter table booking add constraint booking_sitter_id_fkey FOREIGN KEY (sitter_id) REFERENCES sitter(id);

alter table booking add constraint booking_status_check CHECK ((status = ANY (ARRAY['inquiry'::text, 'awaiting_card'::text, 'requested'::text, 'offered'::text, 'awaiting_payment'::text, 'confirmed'::text, 'in_progress'::text, 'completed'::text, 'closed'::text, 'declined'::text, 'withdrawn'::text, 'expired'::text, 'cancelled'::text])));

alter table booking add constraint booking_total_check CHECK ((total >= 0));

alter table booking_backup add constraint booking_backup_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES booking(id);

alter table booking_backup add constraint booking_backup_check CHECK (((status = 'asked'::text) = (answered_at IS NULL)));

alter table booking_backup add constraint booking_backup_pkey PRIMARY KEY (booking_id);

alter table booking_backup add constraint booking_backup_sitter_id_fkey FOREIGN KEY (sitter_id) REFERENCES sitter(id);

alter table booking_backup add constraint booking_backup_status_check CHECK ((status = ANY (ARRAY['asked'::text, 'agreed'::text, 'declined'::text])));

alter table booking_case add constraint booking_case_appealed_by_check CHECK ((appealed_by = ANY (ARRAY['owner'::text, 'sitter'::text])));

alter table booking_case add constraint booking_case_asked_check CHECK ((asked > 0));

alter table booking_case add constraint booking_case_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES booking(id);

alter table booking_case add constraint booking_case_check CHECK (((kind = ANY (ARRAY['no_show'::text, 'missed_visit'::text])) = (contacted IS NOT NULL)));

alter table booking_case add constraint booking_case_check1 CHECK (((status <> 'resolved'::text) OR ((refund IS NOT NULL) AND (statement IS NOT NULL) AND (resolved_at IS NOT NULL))));

alter table booking_case add constraint booking_case_check2 CHECK (((kind = 'missed_visit'::text) = (visit_at IS NOT NULL)));

alter table booking_case add constraint booking_case_kind_check CHECK ((kind = ANY (ARRAY['no_show'::text, 'missed_visit'::text, 'not_checked_in'::text, 'care'::text, 'injury'::text, 'damage'::text, 'keys'::text, 'other'::text])));

alter table booking_case add constraint booking_case_opened_by_check CHECK ((opened_by = ANY (ARRAY['owner'::text, 'sitter'::text, 'system'::text])));

alter table booking_case add constraint booking_case_pkey PRIMARY KEY (id);

alter table booking_case add constraint booking_case_refund_check CHECK ((refund >= 0));

alter table booking_case add constraint booking_case_resolved_by_check CHECK ((resolved_by = ANY (ARRAY['operator'::text, 'system'::text])));

alter table booking_case add constraint booking_case_status_check CHECK ((status = ANY (ARRAY['awaiting_party'::text, 'operator_review'::text, 'resolved'::text])));

alter table booking_change add constraint booking_change_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES booking(id);

alter table booking_change add constraint booking_change_check CHECK ((expires_at > proposed_at));

alter table booking_change add constraint booking_change_ended_check CHECK (((status = ANY (ARRAY['pending'::text, 'awaiting_payment'::text])) = (ended_at IS NULL)));

alter table booking_change add constraint booking_change_pkey PRIMARY KEY (id);

alter table booking_change add constraint booking_change_proposed_by_check CHECK ((proposed_by = ANY (ARRAY['owner'::text, 'sitter'::text])));

alter table booking_change add constraint booking_change_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'awaiting_payment'::text, 'accepted'::text, 'declined'::text, 'withdrawn'::text, 'expired'::text])));

alter table booking_dropped_visit add constraint booking_dropped_visit_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES booking(id) ON DELETE CASCADE;

alter table booking_dropped_visit add constraint booking_dropped_visit_idx_check CHECK ((idx >= 0));

alter table booking_dropped_visit add constraint booking_dropped_visit_pkey PRIMARY KEY (booking_id, idx);

alter table booking_event add constraint booking_event_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES booking(id);

alter table booking_event add constraint booking_event_pkey PRIMARY KEY (booking_id, idx);

alter table booking_extra add constraint booking_extra_amount_check CHECK ((amount > 0));

alter table booking_extra add constraint booking_extra_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES booking(id);

alter table booking_extra add constraint booking_extra_check CHECK ((pay_by > opened_at));

alter table booking_extra add constraint booking_extra_check1 CHECK (((status = 'waiting'::text) = (ended_at IS NULL)));

alter table booking_extra add constraint booking_extra_pkey PRIMARY KEY (id);

alter table booking_extra add constraint booking_extra_purpose_check CHECK ((purpose = ANY (ARRAY['change'::text, 'tip'::text])));

alter table booking_extra add constraint booking_extra_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'paid'::text, 'ended'::text])));

alter table booking_notice add constraint booking_notice_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES booking(id);

alter table booking_notice add constraint booking_notice_pkey PRIMARY KEY (booking_id, event, receiver, idx);

alter table booking_notice add constraint booking_notice_receiver_check CHECK ((receiver = ANY (ARRAY['owner'::text, 'sitter'::text, 'operator'::text])));

alter table booking_pet add constraint booking_pet_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES booking(id);

alter table booking_pet add constraint booking_pet_pet_id_fkey FOREIGN KEY (pet_id) REFERENCES pet(id);

alter table booking_pet add constraint booking_pet_pkey PRIMARY KEY (booking_id, pet_id);

alter table booking_rhythm add constraint booking_rhythm_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES booking(id);

alter table booking_rhythm add constraint booking_rhythm_pkey PRIMARY KEY (booking_id);

alter table booking_rhythm add constraint booking_rhythm_rhythm_check CHECK ((rhythm = ANY (ARRAY['each_visit'::text, 'twice_daily'::text, 'daily'::text, 'if_needed'::text])));

alter table booking_unit add constraint booking_unit_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES booking(id);

alter table booking_unit add constraint booking_unit_pet_ids_check CHECK ((cardinality(pet_ids) > 0));

alter table booking_unit add constraint booking_unit_pkey PRIMARY KEY (booking_id, idx);

alter table calendar_address add constraint calendar_address_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;

alter table calendar_address add constraint calendar_address_number_check CHECK ((number > 0));

alter table calendar_address add constraint calendar_address_pkey PRIMARY KEY (account_id);

alter table calendar_feed add constraint calendar_feed_blocks_check CHECK ((blocks = ANY (ARRAY['days'::text, 'times'::text])));

alter table calendar_feed add constraint calendar_feed_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60)));

alter table calendar_feed add constraint calendar_feed_pkey PRIMARY KEY (id);

alter table calendar_feed add constraint calendar_feed_sitter_id_fkey FOREIGN KEY (sitter_id) REFERENCES sitter(id) ON DELETE CASCADE;

alter table calendar_feed add constraint calendar_feed_source_check CHECK ((source = ANY (ARRAY['address'::text, 'file'::text])));

alter table calendar_feed_day add constraint calendar_feed_day_feed_id_fkey FOREIGN KEY (feed_id) REFERENCES calendar_feed(id) ON DELETE CASCADE;

alter table calendar_feed_day add constraint calendar_feed_day_pkey PRIMARY KEY (feed_id, service, on_date);

alter table calendar_feed_day add constraint calendar_feed_day_sitter_id_fkey FOREIGN KEY (sitter_id) REFERENCES sitter(id) ON DELETE CASCADE;

alter table calendar_feed_time add constraint calendar_feed_time_during_check CHECK ((NOT isempty(during)));

alter table calendar_feed_time add constraint calendar_feed_time_feed_id_fkey FOREIGN KEY (feed_id) REFERENCES calendar_feed(id) ON DELETE CASCADE;

alter table calendar_feed_time add constraint calendar_feed_time_sitter_id_fkey FOREIGN KEY (sitter_id) REFERENCES sitter(id) ON DELETE CASCADE;

alter table care_entry add constraint care_entry_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id);

alter table care_entry add constraint care_entry_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES booking(id);

alter table care_entry add constraint care_entry_check CHECK (((unit IS NULL) = (kind = ANY (ARRAY['handover'::text, 'withdraw'::text]))));

alter table care_entry add constraint care_entry_kind_check CHECK ((kind = ANY (ARRAY['arrive'::text, 'leave'::text, 'task'::text, 'toilet'::text, 'mood'::text, 'food'::text, 'note'::text, 'incident'::text, 'photo'::text, 'route'::text, 'handover'::text, 'withdraw'::text])));

alter table care_entry add constraint care_entry_pkey PRIMARY KEY (booking_id, id);

alter table care_entry add constraint care_entry_unit_check CHECK ((unit >= 0));

alter table circle_member add constraint circle_member_check CHECK (((friend_id IS NULL) = (joined_at IS NULL)));

alter table circle_member add constraint circle_member_check1 CHECK ((friend_id <> owner_id));

alter table circle_member add constraint circle_member_friend_id_fkey FOREIGN KEY (friend_id) REFERENCES account(id);

alter table circle_member add constraint circle_member_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account(id);

alter table circle_member add constraint circle_member_pkey PRIMARY KEY (id);

alter table clock_watch add constraint clock_watch_check CHECK ((((doubt_against IS NULL) = (doubt_by_ms IS NULL)) AND ((doubt_against IS NULL) = (doubt_needed_ms IS NULL))));

alter table clock_watch add constraint clock_watch_doubt_against_check CHECK ((doubt_against = ANY (ARRAY['uptime'::text, 'database'::text, 'last_run'::text])));

alter table clock_watch add constraint clock_watch_pkey PRIMARY KEY (machine);

alter table consent add constraint consent_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id);

alter table consent add constraint consent_pkey PRIMARY KEY (account_id, slug, version);

alter table content_draft add constraint content_draft_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id);

alter table content_draft add constraint content_draft_kind_check CHECK ((kind = ANY (ARRAY['blog'::text, 'help'::text, 'legal'::text, 'how-it-works'::text])));

alter table content_draft add constraint content_draft_pkey PRIMARY KEY (kind, slug);

alter table content_draft add constraint content_draft_revision_key UNIQUE (revision);

alter table content_version add constraint content_version_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id);

alter table content_version add constraint content_version_change_check CHECK ((change = ANY (ARRAY['text'::text, 'shipped'::text, 'hidden'::text])));

alter table content_version add constraint content_version_check CHECK (((kind = 'legal'::text) OR (NOT in_substance)));

alter table content_version add constraint content_version_check1 CHECK ((withdrawn_at < publish_at));

alter table content_version add constraint content_version_check2 CHECK ((((change = 'text'::text) = (fields IS NOT NULL)) AND ((change = 'text'::text) = (body IS NOT NULL))));

alter table content_version add constraint content_version_kind_check CHECK ((kind = ANY (ARRAY['blog'::text, 'help'::text, 'legal'::text, 'how-it-works'::text])));

alter table content_version add constraint content_version_pkey PRIMARY KEY (kind, slug, version);

alter table content_version add constraint content_version_version_check CHECK ((version > 0));

alter table conversation add constraint conversation_check CHECK (((owner_read_seq >= 0) AND (owner_read_seq <= last_seq)));

alter table conversation add constraint conversation_check1 CHECK (((sitter_read_seq >= 0) AND (sitter_read_seq <= last_seq)));

alter table conversation add constraint conversation_check2 CHECK (((owner_archived_seq >= 0) AND (owner_archived_seq <= last_seq)));

alter table conversation add constraint conversation_check3 CHECK (((sitter_archived_seq >= 0) AND (sitter_archived_seq <= last_seq)));

alter table conversation add constraint conversation_last_seq_check CHECK ((last_seq >= 0));

alter table conversation add constraint conversation_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account(id) ON DELETE CASCADE;

alter table conversation add constraint conversation_owner_id_sitter_id_key UNIQUE (owner_id, sitter_id);

alter table conversation add constraint conversation_pkey PRIMARY KEY (id);

alter table conversation add constraint conversation_sitter_id_fkey FOREIGN KEY (sitter_id) REFERENCES sitter(id) ON DELETE CASCADE;

alter table data_export add constraint data_export_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id);

alter table data_export add constraint data_export_check CHECK (((state = 'preparing'::text) = (finished_at IS NULL)));

alter table data_export add constraint data_export_check1 CHECK (((state = ANY (ARRAY['ready'::text, 'ended'::text])) = (ends_at IS NOT NULL)));

alter table data_export add constraint data_export_check2 CHECK (((state = 'preparing'::text) OR (claimed_until IS NULL)));

alter table data_export add constraint data_export_pkey PRIMARY KEY (id);

alter table data_export add constraint data_export_state_check CHECK ((state = ANY (ARRAY['preparing'::text, 'ready'::text, 'failed'::text, 'ended'::text])));

alter table demo_part add constraint demo_part_pkey PRIMARY KEY (part);

alter table demo_person add constraint demo_person_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;

alter table demo_person add constraint demo_person_pkey PRIMARY KEY (account_id);

alter table favourite add constraint favourite_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id);

alter table favourite add constraint favourite_pkey PRIMARY KEY (account_id, sitter_id);

alter table favourite add constraint favourite_sitter_id_fkey FOREIGN KEY (sitter_id) REFERENCES sitter(id);

alter table favourite_list add constraint favourite_list_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id);

alter table favourite_list add constraint favourite_list_code_key UNIQUE (code);

alter table favourite_list add constraint favourite_list_pkey PRIMARY KEY (id);

alter table favourite_list_sitter add constraint favourite_list_sitter_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id);

alter table favourite_list_sitter add constraint favourite_list_sitter_account_id_sitter_id_fkey FOREIGN KEY (account_id, sitter_id) REFERENCES favourite(account_id, sitter_id) ON DELETE CASCADE;

alter table favourite_list_sitter add constraint favourite_list_sitter_list_id_account_id_fkey FOREIGN KEY (list_id, account_id) REFERENCES favourite_list(id, account_id) ON DELETE CASCADE;

alter table favourite_list_sitter add constraint favourite_list_sitter_pkey PRIMARY KEY (list_id, sitter_id);

alter table fee_invoice add constraint fee_invoice_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id);

alter table fee_invoice add constraint fee_invoice_account_id_month_currency_key UNIQUE (account_id, month, currency);

alter table fee_invoice add constraint fee_invoice_check CHECK (((status = 'open'::text) = (closed_at IS NULL)));

alter table fee_invoice add constraint fee_invoice_check1 CHECK (((status <> 'written_off'::text) OR (reason IS NOT NULL)));

alter table fee_invoice add constraint fee_invoice_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text));

alter table fee_invoice add constraint fee_invoice_month_check CHECK ((month ~ '^\d{4}-\d{2}$'::text));

alter table fee_invoice add constraint fee_invoice_pkey PRIMARY KEY (id);

alter table fee_invoice add constraint fee_invoice_serial_key UNIQUE (serial);

alter table fee_invoice add constraint fee_invoice_status_check CHECK ((status = ANY (ARRAY['open'::text, 'settled'::text, 'written_off'::text])));

alter table fee_invoice_line add constraint fee_invoice_line_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES booking(id);

alter table fee_invoice_line add constraint fee_invoice_line_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES fee_invoice(id);

alter table fee_invoice_line add constraint fee_invoice_line_pkey PRIMARY KEY (invoice_id, booking_id);

alter table fee_month add constraint fee_month_month_check CHECK ((month ~ '^\d{4}-\d{2}$'::text));

alter table fee_month add constraint fee_month_pkey PRIMARY KEY (month);

alter table file add constraint file_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id);

alter table file add constraint file_bytes_check CHECK ((bytes > 0));

alter table file add constraint file_check CHECK (((received >= 0) AND (received <= bytes)));

alter table file add constraint file_check1 CHECK (((state <> 'ready'::text) OR ((hash IS NOT NULL) AND (finished_at IS NOT NULL))));

alter table file add constraint file_check2 CHECK (((subject_id IS NULL) OR ((state = 'ready'::text) AND (attached_at IS NOT NULL))));

alter table file add constraint file_hash_key UNIQUE (hash);

alter table file add constraint file_kind_check CHECK ((kind = ANY (ARRAY['account'::text, 'sitter'::text, 'pet'::text, 'message'::text, 'review'::text, 'report-card'::text, 'evidence'::text, 'document'::text, 'look'::text])));

alter table file add constraint file_pkey PRIMARY KEY (id);

alter table file add constraint file_state_check CHECK ((state = ANY (ARRAY['receiving'::text, 'processing'::text, 'ready'::text, 'refused'::text])));

alter table holiday_period add constraint holiday_period_check CHECK ((end_on >= start_on));

alter table holiday_period add constraint holiday_period_country_subdivision_year_name_start_on_key UNIQUE NULLS NOT DISTINCT (country, subdivision, year, name, start_on);

alter table holiday_period add constraint holiday_period_pkey PRIMARY KEY (id);

alter table household add constraint household_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;

alter table household add constraint household_pkey PRIMARY KEY (account_id);

alter table household_view add constraint household_view_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;

alter table household_view add constraint household_view_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES booking(id);

alter table household_view add constraint household_view_pkey PRIMARY KEY (id);

alter table household_view add constraint household_view_viewer_id_fkey FOREIGN KEY (viewer_id) REFERENCES account(id);

alter table idempotency add constraint idempotency_pkey PRIMARY KEY (principal, route, key);

alter table identity.audit_events add constraint audit_events_pkey PRIMARY KEY (id);

alter table identity.deletions add constraint deletions_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id);

alter table identity.deletions add constraint deletions_account_id_key UNIQUE (account_id);

alter table identity.deletions add constraint deletions_check CHECK ((due_at >= asked_at));

alter table identity.deletions add constraint deletions_code_hash_key UNIQUE (code_hash);

alter table identity.deletions add constraint deletions_pkey PRIMARY KEY (user_id);

alter table identity.known_browsers add constraint known_browsers_pkey PRIMARY KEY (user_id, device_hash);

alter table identity.known_browsers add constraint known_browsers_user_id_fkey FOREIGN KEY (user_id) REFERENCES identity.users(id) ON DELETE CASCADE;

alter table identity.oauth_sessions add constraint oauth_sessions_intent_check CHECK ((intent = ANY (ARRAY['sign-in'::text, 'link'::text, 'reauthenticate'::text, 'any'::text])));

alter table identity.oauth_sessions add constraint oauth_sessions_pkey PRIMARY KEY (id_hash);

alter table identity.oob_codes add constraint oob_codes_pkey PRIMARY KEY (code_hash);

alter table identity.oob_codes add constraint oob_codes_type_check CHECK ((type = ANY (ARRAY['PASSWORD_RESET'::text, 'VERIFY_EMAIL'::text, 'VERIFY_AND_CHANGE_EMAIL'::text, 'RECOVER_EMAIL'::text, 'EMAIL_SIGNIN'::text])));

alter table identity.oob_codes add constraint oob_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES identity.users(id) ON DELETE CASCADE;

alter table identity.pending_credentials add constraint pending_credentials_pkey PRIMARY KEY (token_hash);

alter table identity.rate_buckets add constraint rate_buckets_pkey PRIMARY KEY (key);

alter table identity.refresh_tokens add constraint refresh_tokens_pkey PRIMARY KEY (token_hash);

alter table identity.refresh_tokens add constraint refresh_tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES identity.sessions(id) ON DELETE CASCADE;

alter table identity.sessions add constraint sessions_check CHECK (((revoked_at IS NULL) = (reason IS NULL)));

alter table identity.sessions add constraint sessions_pkey PRIMARY KEY (id);

alter table identity.sessions add constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES identity.users(id) ON DELETE CASCADE;

alter table identity.signing_keys add constraint signing_keys_alg_check CHECK ((alg = 'RS256'::text));

alter table identity.signing_keys add constraint signing_keys_check CHECK (((retire_after IS NULL) = (state <> 'retired'::text)));

alter table identity.signing_keys add constraint signing_keys_pkey PRIMARY KEY (kid);

alter table identity.signing_keys add constraint signing_keys_state_check CHECK ((state = ANY (ARRAY['next'::text, 'active'::text, 'retired'::text])));

alter table identity.user_identities add constraint user_identities_one_of_each UNIQUE (user_id, provider);

alter table identity.user_identities add constraint user_identities_pkey PRIMARY KEY (provider, raw_id);

alter table identity.user_identities add constraint user_identities_raw_id_check CHECK (((length(raw_id) >= 1) AND (length(raw_id) <= 255)));

alter table identity.user_identities add constraint user_identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES identity.users(id) ON DELETE CASCADE;

alter table identity.users add constraint users_check CHECK (((email IS NULL) = (email_canonical IS NULL)));

alter table identity.users add constraint users_email_canonical UNIQUE (email_canonical);

alter table identity.users add constraint users_id_check CHECK (((length(id) >= 1) AND (length(id) <= 128)));

alter table identity.users add constraint users_pkey PRIMARY KEY (id);

alter table identity.users add constraint users_valid_since_check CHECK ((date_trunc('second'::text, valid_since, 'UTC'::text) = valid_since));

alter table import add constraint import_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id);

alter table import add constraint import_kind_check CHECK ((kind = ANY (ARRAY['sitters'::text, 'stays'::text])));

alter table import add constraint import_pkey PRIMARY KEY (id);

alter table import add constraint import_state_check CHECK ((state = ANY (ARRAY['checked'::text, 'running'::text, 'done'::text, 'undone'::text])));

alter table import_row add constraint import_row_import_id_fkey FOREIGN KEY (import_id) REFERENCES import(id) ON DELETE CASCADE;

alter table import_row add constraint import_row_kind_check CHECK ((kind = ANY (ARRAY['sitters'::text, 'stays'::text])));

alter table import_row add constraint import_row_outcome_check CHECK ((outcome = ANY (ARRAY['create'::text, 'change'::text, 'same'::text, 'refused'::text])));

alter table import_row add constraint import_row_pkey PRIMARY KEY (import_id, line);

alter table import_row add constraint import_row_sitter_id_fkey FOREIGN KEY (sitter_id) REFERENCES sitter(id);

alter table ledger_correction add constraint ledger_correction_amount_check CHECK ((amount > 0));

alter table ledger_correction add constraint ledger_correction_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES booking(id);

alter table ledger_correction add constraint ledger_correction_check CHECK ((credit <> debit));

alter table ledger_correction add constraint ledger_correction_check1 CHECK (((state = 'waiting'::text) = (decided_at IS NULL)));

alter table ledger_correction add constraint ledger_correction_check2 CHECK (((decided_at IS NULL) = (decided_by IS NULL)));

alter table ledger_correction add constraint ledger_correction_check3 CHECK ((NOT (needs_approval AND (state = 'posted'::text) AND (decided_by = proposed_by))));

alter table ledger_correction add constraint ledger_correction_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text));

alter table ledger_correction add constraint ledger_correction_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES account(id);

alter table ledger_correction add constraint ledger_correction_pkey PRIMARY KEY (id);

alter table ledger_correction add constraint ledger_correction_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES account(id);

alter table ledger_correction add constraint ledger_correction_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'posted'::text, 'rejected'::text])));

alter table ledger_entry add constraint ledger_entry_account_check CHECK ((account = ANY (ARRAY['bank'::text, 'owner'::text, 'escrow'::text, 'sitter'::text, 'platform_fee'::text, 'tax'::text, 'promotion'::text, 'receivable'::text, 'dispute'::text, 'loss'::text])));

alter table ledger_entry add constraint ledger_entry_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id);

alter table ledger_entry add constraint ledger_entry_amount_check CHECK ((amount <> 0));

alter table ledger_entry add constraint ledger_entry_balanced TRIGGER DEFERRABLE INITIALLY DEFERRED;

alter table ledger_entry add constraint ledger_entry_check CHECK (((account_id IS NOT NULL) OR (account <> ALL (ARRAY['owner'::text, 'sitter'::text, 'receivable'::text]))));

alter table ledger_entry add constraint ledger_entry_pkey PRIMARY KEY (transfer_id, idx);

alter table ledger_entry add constraint ledger_entry_transfer_id_fkey FOREIGN KEY (transfer_id) REFERENCES ledger_transfer(id);

alter table ledger_transfer add constraint ledger_transfer_balanced TRIGGER DEFERRABLE INITIALLY DEFERRED;

alter table ledger_transfer add constraint ledger_transfer_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES booking(id);

alter table ledger_transfer add constraint ledger_transfer_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text));

alter table ledger_transfer add constraint ledger_transfer_kind_check CHECK ((kind = ANY (ARRAY['charge'::text, 'capture'::text, 'refund'::text, 'refund_paid'::text, 'release'::text, 'payout'::text, 'tip'::text, 'fee_invoice'::text, 'fee_settled'::text, 'fee_written_off'::text, 'dispute'::text, 'dispute_cover'::text, 'payout_back'::text, 'dispute_borne'::text, 'correction'::text])));

alter table ledger_transfer add constraint ledger_transfer_pkey PRIMARY KEY (id);

alter table ledger_transfer add constraint ledger_transfer_source_source_id_kind_key UNIQUE (source, source_id, kind);

alter table live_account add constraint live_account_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;

alter table live_account add constraint live_account_last_seq_check CHECK ((last_seq >= 0));

alter table live_account add constraint live_account_pkey PRIMARY KEY (account_id);

alter table live_event add constraint live_event_account_id_fkey FOREIGN KEY (account_id) REFERENCES live_account(account_id) ON DELETE CASCADE;

alter table live_event add constraint live_event_pkey PRIMARY KEY (account_id, seq);

alter table live_event add constraint live_event_seq_check CHECK ((seq > 0));

alter table look add constraint look_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id);

alter table look add constraint look_pkey PRIMARY KEY (version);

alter table lost_pet add constraint lost_pet_check CHECK (((forgotten_at IS NULL) OR (ended_at IS NOT NULL)));

alter table lost_pet add constraint lost_pet_code_key UNIQUE (code);

alter table lost_pet add constraint lost_pet_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account(id);

alter table lost_pet add constraint lost_pet_pet_id_fkey FOREIGN KEY (pet_id) REFERENCES pet(id);

alter table lost_pet add constraint lost_pet_pkey PRIMARY KEY (id);

alter table lost_pet add constraint lost_pet_reported_by_check CHECK ((reported_by = ANY (ARRAY['owner'::text, 'sitter'::text])));

alter table lost_pet add constraint lost_pet_sitter_account_id_fkey FOREIGN KEY (sitter_account_id) REFERENCES account(id);

alter table lost_sighting add constraint lost_sighting_lost_pet_id_fkey FOREIGN KEY (lost_pet_id) REFERENCES lost_pet(id);

alter table lost_sighting add constraint lost_sighting_pkey PRIMARY KEY (id);

alter table mail add constraint mail_attempts_check CHECK ((attempts >= 0));

alter table mail add constraint mail_pkey PRIMARY KEY (id);

alter table mail_feedback add constraint mail_feedback_pkey PRIMARY KEY (id);

alter table mail_report_box add constraint mail_report_box_pkey PRIMARY KEY (id);

alter table mail_suppression add constraint mail_suppression_address_check CHECK ((address = lower(address)));

alter table mail_suppression add constraint mail_suppression_address_key UNIQUE (address);

alter table mail_suppression add constraint mail_suppression_cause_check CHECK ((cause = ANY (ARRAY['bounce'::text, 'complaint'::text, 'manual'::text])));

alter table mail_suppression add constraint mail_suppression_pkey PRIMARY KEY (id);

alter table measurement add constraint measurement_pkey PRIMARY KEY (name, labels);

alter table message add constraint message_author_id_client_id_key UNIQUE (author_id, client_id);

alter table message add constraint message_author_id_fkey FOREIGN KEY (author_id) REFERENCES account(id) ON DELETE CASCADE;

alter table message add constraint message_booking_id_event_idx_fkey FOREIGN KEY (booking_id, event_idx) REFERENCES booking_event(booking_id, idx);

alter table message add constraint message_booking_id_event_idx_key UNIQUE (booking_id, event_idx);

alter table message add constraint message_check CHECK (((body IS NULL) = (booking_id IS NOT NULL)));

alter table message add constraint message_check1 CHECK (((client_id IS NULL) = (booking_id IS NOT NULL)));

alter table message add constraint message_check2 CHECK (((event_idx IS NULL) = (booking_id IS NULL)));

alter table message add constraint message_check3 CHECK (((body IS NULL) OR (author_id IS NOT NULL)));

alter table message add constraint message_check4 CHECK (((removed_at IS NULL) OR (body = ''::text)));

alter table message add constraint message_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversation(id) ON DELETE CASCADE;

alter table message add constraint message_conversation_id_seq_key UNIQUE (conversation_id, seq);

alter table message add constraint message_pkey PRIMARY KEY (id);

alter table message add constraint message_seq_check CHECK ((seq > 0));

alter table migration add constraint migration_pkey PRIMARY KEY (name);

alter table notice add constraint notice_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id);

alter table notice add constraint notice_account_id_once_key_key UNIQUE (account_id, once_key);

alter table notice add constraint notice_path_check CHECK ((path ~~ '/%'::text));

alter table notice add constraint notice_pkey PRIMARY KEY (id);

alter table notice add constraint notice_title_check CHECK (((length(title) >= 1) AND (length(title) <= 300)));

alter table notice_choice add constraint notice_choice_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id);

alter table notice_choice add constraint notice_choice_channel_check CHECK ((channel = ANY (ARRAY['app'::text, 'mail'::text, 'push'::text])));

alter table notice_choice add constraint notice_choice_pkey PRIMARY KEY (account_id, topic, channel);

alter table notice_mail add constraint notice_mail_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id);

alter table notice_mail add constraint notice_mail_notice_id_fkey FOREIGN KEY (notice_id) REFERENCES notice(id) ON DELETE CASCADE;

alter table notice_mail add constraint notice_mail_pkey PRIMARY KEY (notice_id);

alter table notice_push add constraint notice_push_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id);

alter table notice_push add constraint notice_push_notice_id_fkey FOREIGN KEY (notice_id) REFERENCES notice(id) ON DELETE CASCADE;

alter table notice_push add constraint notice_push_pkey PRIMARY KEY (notice_id);

alter table notice_setting add constraint notice_setting_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id);

alter table notice_setting add constraint notice_setting_check CHECK (((quiet_from IS NULL) = (quiet_to IS NULL)));

alter table notice_setting add constraint notice_setting_check1 CHECK ((quiet_from <> quiet_to));

alter table notice_setting add constraint notice_setting_digest_check CHECK ((digest = ANY (ARRAY['off'::text, 'daily'::text, 'weekly'::text])));

alter table notice_setting add constraint notice_setting_digest_time_check CHECK ((digest_time ~ '^([01]\d|2[0-3]):[0-5]\d$'::text));

alter table notice_setting add constraint notice_setting_pkey PRIMARY KEY (account_id);

alter table notice_setting add constraint notice_setting_quiet_from_check CHECK ((quiet_from ~ '^([01]\d|2[0-3]):[0-5]\d$'::text));

alter table notice_setting add constraint notice_setting_quiet_to_check CHECK ((quiet_to ~ '^([01]\d|2[0-3]):[0-5]\d$'::text));

alter table payment add constraint payment_amount_check CHECK ((amount > 0));

alter table payment add constraint payment_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES booking(id);

alter table payment add constraint payment_check CHECK (((purpose = 'booking'::text) = (extra_id IS NULL)));

alter table payment add constraint payment_dispute_check CHECK ((dispute = ANY (ARRAY['open'::text, 'won'::text, 'lost'::text, 'borne'::text])));

alter table payment add constraint payment_extra_id_fkey FOREIGN KEY (extra_id) REFERENCES booking_extra(id);

alter table payment add constraint payment_intent_id_key UNIQUE (intent_id);

alter table payment add constraint payment_payer_id_fkey FOREIGN KEY (payer_id) REFERENCES account(id);

alter table payment add constraint payment_pkey PRIMARY KEY (id);

alter table payment add constraint payment_purpose_check CHECK ((purpose = ANY (ARRAY['booking'::text, 'change'::text, 'tip'::text])));

alter table payment add constraint payment_setup_id_key UNIQUE (setup_id);

alter table payment add constraint payment_state_check CHECK ((state = ANY (ARRAY['open'::text, 'action'::text, 'failed'::text, 'stored'::text, 'authorised'::text, 'captured'::text, 'voided'::text])));

alter table payment add constraint payment_swap_setup_id_key UNIQUE (swap_setup_id);

alter table payment add constraint payment_way_check CHECK ((way = ANY (ARRAY['hold'::text, 'store'::text])));

alter table payment_account add constraint payment_account_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id);

alter table payment_account add constraint payment_account_pkey PRIMARY KEY (account_id);

alter table payment_account add constraint payment_account_provider_id_key UNIQUE (provider_id);

alter table payment_account add constraint payment_account_state_check CHECK ((state = ANY (ARRAY['started'::text, 'checking'::text, 'ready'::text])));

alter table payment_customer add constraint payment_customer_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id);

alter table payment_customer add constraint payment_customer_pkey PRIMARY KEY (account_id);

alter table payment_customer add constraint payment_customer_provider_id_key UNIQUE (provider_id);

alter table payment_dispute add constraint payment_dispute_amount_check CHECK ((amount > 0));

alter table payment_dispute add constraint payment_dispute_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES booking(id);

alter table payment_dispute add constraint payment_dispute_borne_by_platform_check CHECK ((borne_by_platform >= 0));

alter table payment_dispute add constraint payment_dispute_borne_by_sitter_check CHECK ((borne_by_sitter >= 0));

alter table payment_dispute add constraint payment_dispute_check1 CHECK (((decision IS NULL) = (decided_at IS NULL)));

alter table payment_dispute add constraint payment_dispute_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES account(id);

alter table payment_dispute add constraint payment_dispute_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payment(id);

alter table payment_dispute add constraint payment_dispute_pkey PRIMARY KEY (id);

alter table payment_dispute add constraint payment_dispute_provider_id_key UNIQUE (provider_id);

alter table payment_event add constraint payment_event_pkey PRIMARY KEY (id);

alter table payment_task add constraint payment_task_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id);

alter table payment_task add constraint payment_task_amount_check CHECK ((amount > 0));

alter table payment_task add constraint payment_task_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES booking(id);

alter table payment_task add constraint payment_task_dispute_id_fkey FOREIGN KEY (dispute_id) REFERENCES payment_dispute(id);

alter table payment_task add constraint payment_task_kind_check CHECK ((kind = ANY (ARRAY['capture'::text, 'charge'::text, 'cancel'::text, 'refund'::text, 'transfer'::text, 'reverse'::text, 'answer'::text, 'accept'::text])));

alter table payment_task add constraint payment_task_kind_source_key UNIQUE (kind, source);

alter table payment_task add constraint payment_task_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payment(id);

alter table payment_task add constraint payment_task_pkey PRIMARY KEY (id);

alter table payment_task add constraint payment_task_reverses_fkey FOREIGN KEY (reverses) REFERENCES payment_task(id);

alter table payment_task add constraint payment_task_state_check CHECK ((state = ANY (ARRAY['planned'::text, 'waiting'::text, 'unknown'::text, 'done'::text, 'refused'::text])));

alter table pet add constraint pet_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account(id);

alter table pet add constraint pet_pkey PRIMARY KEY (id);

alter table pet add constraint pet_weight_grams_check CHECK ((weight_grams > 0));

alter table place add constraint place_country_check CHECK ((length(country) = 2));

alter table place add constraint place_pkey PRIMARY KEY (id);

alter table place_name add constraint place_name_pkey PRIMARY KEY (place_id, name);

alter table place_name add constraint place_name_place_id_fkey FOREIGN KEY (place_id) REFERENCES place(id) ON DELETE CASCADE;

alter table place_search add constraint place_search_check CHECK ((without_result <= searches));

alter table place_search add constraint place_search_pkey PRIMARY KEY (place_id, week);

alter table place_search add constraint place_search_place_id_fkey FOREIGN KEY (place_id) REFERENCES place(id);

alter table place_source add constraint place_source_pkey PRIMARY KEY (edition);

alter table postcode add constraint postcode_country_check CHECK ((length(country) = 2));

alter table postcode add constraint postcode_pkey PRIMARY KEY (id);

alter table promo_code add constraint promo_code_amount_check CHECK ((amount > 0));

alter table promo_code add constraint promo_code_budget_check CHECK ((budget > 0));

alter table promo_code add constraint promo_code_check CHECK ((until_on >= from_on));

alter table promo_code add constraint promo_code_check1 CHECK (((percent IS NULL) <> (amount IS NULL)));

alter table promo_code add constraint promo_code_check2 CHECK (((owner_id IS NULL) = (earned_by IS NULL)));

alter table promo_code add constraint promo_code_code_check CHECK ((code = upper(code)));

alter table promo_code add constraint promo_code_code_key UNIQUE (code);

alter table promo_code add constraint promo_code_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text));

alter table promo_code add constraint promo_code_earned_by_fkey FOREIGN KEY (earned_by) REFERENCES account(id);

alter table promo_code add constraint promo_code_owner_id_earned_by_key UNIQUE (owner_id, earned_by);

alter table promo_code add constraint promo_code_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account(id);

alter table promo_code add constraint promo_code_paid_by_check CHECK ((paid_by = ANY (ARRAY['platform'::text, 'sitter'::text])));

alter table promo_code add constraint promo_code_percent_check CHECK (((percent >= 1) AND (percent <= 100)));

alter table promo_code add constraint promo_code_pkey PRIMARY KEY (id);

alter table promo_code add constraint promo_code_uses_per_owner_check CHECK ((uses_per_owner > 0));

alter table promo_use add constraint promo_use_amount_check CHECK ((amount >= 0));

alter table promo_use add constraint promo_use_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES booking(id);

alter table promo_use add constraint promo_use_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account(id);

alter table promo_use add constraint promo_use_pkey PRIMARY KEY (booking_id);

alter table promo_use add constraint promo_use_promo_id_fkey FOREIGN KEY (promo_id) REFERENCES promo_code(id);

alter table promo_use add constraint promo_use_status_check CHECK ((status = ANY (ARRAY['reserved'::text, 'used'::text, 'returned'::text])));

alter table push_device add constraint push_device_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id);

alter table push_device add constraint push_device_endpoint_check CHECK ((length(endpoint) <= 2000));

alter table push_device add constraint push_device_endpoint_key UNIQUE (endpoint);

alter table push_device add constraint push_device_pkey PRIMARY KEY (id);

alter table push_key add constraint push_key_id_check CHECK ((id = 1));

alter table push_key add constraint push_key_pkey PRIMARY KEY (id);

alter table recent_write add constraint recent_write_pkey PRIMARY KEY (uid);

alter table release add constraint release_pkey PRIMARY KEY (version);

alter table report add constraint report_about_id_fkey FOREIGN KEY (about_id) REFERENCES account(id);

alter table report add constraint report_check CHECK (((status = 'open'::text) = (decided_at IS NULL)));

alter table report add constraint report_check1 CHECK (((status = 'open'::text) = (decision_reason IS NULL)));

alter table report add constraint report_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES account(id);

alter table report add constraint report_measure_check CHECK ((measure = ANY (ARRAY['none'::text, 'warned'::text, 'removed'::text, 'suspended'::text])));

alter table report add constraint report_pkey PRIMARY KEY (id);

alter table report add constraint report_reporter_id_fkey FOREIGN KEY (reporter_id) REFERENCES account(id);

alter table report add constraint report_status_check CHECK ((status = ANY (ARRAY['open'::text, 'upheld'::text, 'dismissed'::text])));

alter table report add constraint report_subject_kind_check CHECK ((subject_kind = ANY (ARRAY['person'::text, 'listing'::text, 'review'::text, 'photo'::text, 'message'::text])));

alter table review add constraint review_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id);

alter table review add constraint review_author_check CHECK ((author = ANY (ARRAY['owner'::text, 'sitter'::text])));

alter table review add constraint review_booking_id_author_key UNIQUE (booking_id, author);

alter table review add constraint review_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES booking(id);

alter table review add constraint review_check CHECK (((removed_at IS NULL) = (removed_for IS NULL)));

alter table review add constraint review_overall_check CHECK (((overall >= 1) AND (overall <= 5)));

alter table review add constraint review_pkey PRIMARY KEY (id);

alter table review add constraint review_sitter_id_fkey FOREIGN KEY (sitter_id) REFERENCES sitter(id);

alter table saved_search add constraint saved_search_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id);

alter table saved_search add constraint saved_search_pkey PRIMARY KEY (id);

alter table search_upkeep add constraint search_upkeep_pkey PRIMARY KEY (single);

alter table search_upkeep add constraint search_upkeep_single_check CHECK (single);

alter table setting add constraint setting_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id);

alter table setting add constraint setting_pkey PRIMARY KEY (version);

alter table shipped_legal_text add constraint shipped_legal_text_pkey PRIMARY KEY (slug, changed_on);

alter table sitter add constraint sitter_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id);

alter table sitter add constraint sitter_account_id_key UNIQUE (account_id);

alter table sitter add constraint sitter_check CHECK (((status <> 'published'::text) OR ((place_id IS NOT NULL) AND (lat IS NOT NULL) AND (lng IS NOT NULL))));

alter table sitter add constraint sitter_hidden_from_check CHECK ((hidden_from = ANY (ARRAY['in_review'::text, 'published'::text])));

alter table sitter add constraint sitter_home_ceiling_check CHECK (((home_ceiling >= 1) AND (home_ceiling <= 50)));

alter table sitter add constraint sitter_instant_book_check CHECK ((instant_book = ANY (ARRAY['off'::text, 'repeat'::text, 'everyone'::text])));

alter table sitter add constraint sitter_pkey PRIMARY KEY (id);

alter table sitter add constraint sitter_place_id_fkey FOREIGN KEY (place_id) REFERENCES place(id);

alter table sitter add constraint sitter_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'in_review'::text, 'published'::text, 'paused'::text])));

alter table sitter_busy add constraint sitter_busy_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES booking(id);

alter table sitter_busy add constraint sitter_busy_sitter_id_fkey FOREIGN KEY (sitter_id) REFERENCES sitter(id);

alter table sitter_busy add constraint sitter_busy_sitter_id_kind_during_excl EXCLUDE USING gist (sitter_id WITH =, kind WITH =, during WITH &&);

alter table sitter_day add constraint sitter_day_check CHECK (((used >= 0) AND (used <= cap)));

alter table sitter_day add constraint sitter_day_kind_check CHECK ((kind = ANY (ARRAY['boarding'::text, 'house_sitting'::text, 'drop_in'::text, 'day_care'::text, 'dog_walking'::text, 'home'::text])));

alter table sitter_day add constraint sitter_day_pkey PRIMARY KEY (sitter_id, on_date, kind);

alter table sitter_day add constraint sitter_day_sitter_id_fkey FOREIGN KEY (sitter_id) REFERENCES sitter(id);

alter table sitter_day_override add constraint sitter_day_override_capacity_check CHECK (((capacity >= 0) AND (capacity <= 50)));

alter table sitter_day_override add constraint sitter_day_override_pkey PRIMARY KEY (sitter_id, service, on_date);

alter table sitter_day_override add constraint sitter_day_override_sitter_id_fkey FOREIGN KEY (sitter_id) REFERENCES sitter(id) ON DELETE CASCADE;

alter table sitter_draft add constraint sitter_draft_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;

alter table sitter_draft add constraint sitter_draft_pkey PRIMARY KEY (account_id);

alter table sitter_hold add constraint sitter_hold_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES booking(id);

alter table sitter_hold add constraint sitter_hold_pkey PRIMARY KEY (booking_id, idx);

alter table sitter_hold add constraint sitter_hold_used_check CHECK ((used >= 0));

alter table sitter_position add constraint sitter_position_check CHECK ((found >= "position"));

alter table sitter_position add constraint sitter_position_pkey PRIMARY KEY (sitter_id, service, on_date);

alter table sitter_position add constraint sitter_position_position_check CHECK (("position" > 0));

alter table sitter_position add constraint sitter_position_sitter_id_fkey FOREIGN KEY (sitter_id) REFERENCES sitter(id) ON DELETE CASCADE;

alter table sitter_position_look add constraint sitter_position_look_pkey PRIMARY KEY (sitter_id);

alter table sitter_position_look add constraint sitter_position_look_sitter_id_fkey FOREIGN KEY (sitter_id) REFERENCES sitter(id) ON DELETE CASCADE;

alter table sitter_search add constraint sitter_search_pkey PRIMARY KEY (sitter_id, service);

alter table sitter_service add constraint sitter_service_pkey PRIMARY KEY (sitter_id, service);

alter table sitter_service add constraint sitter_service_policy_check CHECK ((policy = ANY (ARRAY['flexible'::text, 'moderate'::text, 'strict'::text, 'per_unit_24h'::text])));

alter table sitter_service add constraint sitter_service_service_check CHECK ((service = ANY (ARRAY['boarding'::text, 'house_sitting'::text, 'drop_in'::text, 'day_care'::text, 'dog_walking'::text])));

alter table sitter_service add constraint sitter_service_sitter_id_fkey FOREIGN KEY (sitter_id) REFERENCES sitter(id) ON DELETE CASCADE;

alter table sitter_service add constraint sitter_service_weekday_capacity_check CHECK ((cardinality(weekday_capacity) = 7));

alter table staff_act add constraint staff_act_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id);

alter table staff_act add constraint staff_act_pkey PRIMARY KEY (id);

alter table staff_note add constraint staff_note_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id);

alter table staff_note add constraint staff_note_by_account_fkey FOREIGN KEY (by_account) REFERENCES account(id);

alter table staff_note add constraint staff_note_pkey PRIMARY KEY (id);

alter table suspension add constraint suspension_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id);

alter table suspension add constraint suspension_by_account_fkey FOREIGN KEY (by_account) REFERENCES account(id);

alter table suspension add constraint suspension_check CHECK ((ends_at > at));

alter table suspension add constraint suspension_lifted_by_fkey FOREIGN KEY (lifted_by) REFERENCES account(id);

alter table suspension add constraint suspension_pkey PRIMARY KEY (id);

alter table webhook add constraint webhook_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id);

alter table webhook add constraint webhook_events_check CHECK ((cardinality(events) > 0));

alter table webhook add constraint webhook_pkey PRIMARY KEY (id);

alter table webhook_delivery add constraint webhook_delivery_check CHECK (((state = 'waiting'::text) = (next_at IS NOT NULL)));

alter table webhook_delivery add constraint webhook_delivery_pkey PRIMARY KEY (id);

alter table webhook_delivery add constraint webhook_delivery_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'delivered'::text, 'failed'::text])));

alter table webhook_delivery add constraint webhook_delivery_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhook(id) ON DELETE CASCADE;

-- indexes

CREATE INDEX account_email ON public.account USING btree (lower(email));

CREATE INDEX account_invited_by ON public.account USING btree (invited_by) WHERE (invited_by IS NOT NULL);

CREATE INDEX account_merged_into ON public.account USING btree (merged_into) WHERE (merged_into IS NOT NULL);

CREATE INDEX announcement_ends ON public.announcement USING btree (ends_at);

CREATE INDEX api_key_account ON public.api_key USING btree (account_id);

CREATE INDEX audit_events_at ON identity.audit_events USING btree (at);

CREATE INDEX audit_events_user_id ON identity.audit_events USING btree (user_id, at DESC);

CREATE INDEX block_blocked ON public.block USING btree (blocked_id);

CREATE INDEX booking_asked ON public.booking USING btree (owner_id, created_at);

CREATE INDEX booking_backup_sitter ON public.booking_backup USING btree (sitter_id, asked_at DESC);

CREATE INDEX booking_called_off ON public.booking USING btree (sitter_id, cancelled_at DESC) WHERE (cancelled_by = 'sitter'::text);

CREATE INDEX booking_case_booking ON public.booking_case USING btree (booking_id, opened_at);

CREATE INDEX booking_case_decide ON public.booking_case USING btree (decide_by, id) WHERE (status <> 'resolved'::text);

CREATE INDEX booking_case_resolved ON public.booking_case USING btree (resolved_at, id) WHERE (status = 'resolved'::text);

CREATE INDEX booking_created ON public.booking USING btree (created_at DESC, id DESC);

CREATE INDEX booking_due ON public.booking USING btree (due_at, id) WHERE (due_at IS NOT NULL);

CREATE INDEX booking_event_at ON public.booking_event USING brin (at);

CREATE INDEX booking_extra_booking ON public.booking_extra USING btree (booking_id);

CREATE INDEX booking_owner ON public.booking USING btree (owner_id, starts_at DESC, id DESC);

CREATE INDEX booking_pet_pet ON public.booking_pet USING btree (pet_id);

CREATE INDEX booking_rival ON public.booking USING btree (sitter_id, starts_at) WHERE (status = ANY (ARRAY['awaiting_card'::text, 'requested'::text, 'offered'::text]));

CREATE INDEX booking_sitter ON public.booking USING btree (sitter_id, starts_at DESC, id DESC);

CREATE INDEX calendar_feed_day_sitter ON public.calendar_feed_day USING btree (sitter_id, on_date);

CREATE INDEX calendar_feed_next ON public.calendar_feed USING btree (next_at);

CREATE INDEX calendar_feed_sitter ON public.calendar_feed USING btree (sitter_id);

CREATE INDEX calendar_feed_time_feed ON public.calendar_feed_time USING btree (feed_id);

CREATE INDEX calendar_feed_time_sitter ON public.calendar_feed_time USING btree (sitter_id);

CREATE INDEX care_entry_routes ON public.care_entry USING btree (received_at) WHERE (kind = 'route'::text);

CREATE INDEX circle_member_friend ON public.circle_member USING btree (friend_id) WHERE (ended_at IS NULL);

CREATE INDEX content_version_in_substance ON public.content_version USING btree (publish_at) WHERE (in_substance AND (withdrawn_at IS NULL));

CREATE INDEX content_version_shown ON public.content_version USING btree (kind, slug, publish_at DESC, version DESC) WHERE (withdrawn_at IS NULL);

CREATE INDEX conversation_of_owner ON public.conversation USING btree (owner_id, last_at DESC, id DESC);

CREATE INDEX conversation_of_sitter ON public.conversation USING btree (sitter_id, last_at DESC, id DESC);

CREATE INDEX data_export_account ON public.data_export USING btree (account_id, asked_at DESC);

CREATE INDEX data_export_end ON public.data_export USING btree (ends_at) WHERE (state = 'ready'::text);

CREATE INDEX deletions_due ON identity.deletions USING btree (due_at);

CREATE INDEX favourite_list_sitter_favourite ON public.favourite_list_sitter USING btree (account_id, sitter_id);

CREATE INDEX favourite_sitter ON public.favourite USING btree (sitter_id);

CREATE INDEX fee_invoice_line_booking ON public.fee_invoice_line USING btree (booking_id);

CREATE INDEX fee_invoice_open ON public.fee_invoice USING btree (due_on) WHERE (status = 'open'::text);

CREATE INDEX file_account ON public.file USING btree (account_id, created_at);

CREATE INDEX file_loose ON public.file USING btree (created_at) WHERE ((subject_id IS NULL) OR (removed_at IS NOT NULL));

CREATE INDEX file_subject ON public.file USING btree (subject_id, kind, "position") WHERE (removed_at IS NULL);

CREATE INDEX holiday_period_country ON public.holiday_period USING btree (country, start_on);

CREATE INDEX household_view_account ON public.household_view USING btree (account_id, viewed_at DESC);

CREATE INDEX household_view_booking ON public.household_view USING btree (booking_id);

CREATE INDEX household_view_viewed_at ON public.household_view USING btree (viewed_at);

CREATE INDEX idempotency_created_at ON public.idempotency USING btree (created_at);

CREATE INDEX import_created ON public.import USING btree (created_at, id);

CREATE INDEX import_row_email ON public.import_row USING btree (email) WHERE ((done_at IS NOT NULL) AND (email IS NOT NULL));

CREATE INDEX import_row_of ON public.import_row USING btree (of_id) WHERE ((done_at IS NOT NULL) AND (of_id IS NOT NULL));

CREATE INDEX import_row_sitter ON public.import_row USING btree (sitter_id) WHERE (sitter_id IS NOT NULL);

CREATE INDEX known_browsers_last_seen_at ON identity.known_browsers USING btree (last_seen_at);

CREATE INDEX ledger_correction_at ON public.ledger_correction USING btree (proposed_at, id);

CREATE INDEX ledger_correction_waiting ON public.ledger_correction USING btree (proposed_at) WHERE (state = 'waiting'::text);

CREATE INDEX ledger_entry_account ON public.ledger_entry USING btree (account_id, account) WHERE (account_id IS NOT NULL);

CREATE INDEX ledger_transfer_at ON public.ledger_transfer USING brin (at);

CREATE INDEX ledger_transfer_booking ON public.ledger_transfer USING btree (booking_id) WHERE (booking_id IS NOT NULL);

CREATE INDEX ledger_transfer_order ON public.ledger_transfer USING btree (at, id);

CREATE INDEX live_event_told ON public.live_event USING brin (told_at);

CREATE INDEX lost_pet_owner ON public.lost_pet USING btree (owner_id);

CREATE INDEX lost_pet_pet ON public.lost_pet USING btree (pet_id, reported_at DESC);

CREATE INDEX lost_pet_sitter ON public.lost_pet USING btree (sitter_account_id) WHERE (sitter_account_id IS NOT NULL);

CREATE INDEX lost_pet_to_end ON public.lost_pet USING btree (reported_at) WHERE (forgotten_at IS NULL);

CREATE INDEX lost_sighting_net ON public.lost_sighting USING btree (net, told_at);

CREATE INDEX lost_sighting_page ON public.lost_sighting USING btree (lost_pet_id, told_at);

CREATE INDEX mail_created_at ON public.mail USING btree (created_at DESC);

CREATE INDEX mail_feedback_received ON public.mail_feedback USING btree (received_at);

CREATE INDEX mail_suppression_at ON public.mail_suppression USING btree (at DESC, id DESC);

CREATE INDEX mail_unsent ON public.mail USING btree (created_at) WHERE ((sent_at IS NULL) AND (refused_at IS NULL));

CREATE INDEX notice_in_app ON public.notice USING btree (account_id, told_at DESC, id DESC) WHERE is_in_app;

CREATE INDEX notice_mail_due ON public.notice_mail USING btree (due_at);

CREATE INDEX notice_of_subject ON public.notice USING btree (account_id, subject_id) WHERE (read_at IS NULL);

CREATE INDEX notice_push_due ON public.notice_push USING btree (due_at);

CREATE INDEX notice_told_at ON public.notice USING btree (told_at);

CREATE INDEX notice_unread ON public.notice USING btree (account_id) WHERE (is_in_app AND (read_at IS NULL));

CREATE INDEX oauth_sessions_expires_at ON identity.oauth_sessions USING btree (expires_at);

CREATE INDEX oob_codes_email ON identity.oob_codes USING btree (email, type);

CREATE INDEX oob_codes_expires_at ON identity.oob_codes USING btree (expires_at);

CREATE INDEX oob_codes_user_id ON identity.oob_codes USING btree (user_id);

CREATE INDEX payment_dispute_booking ON public.payment_dispute USING btree (booking_id);

CREATE INDEX payment_dispute_open ON public.payment_dispute USING btree (due_at) WHERE (closed_at IS NULL);

CREATE INDEX payment_dispute_payment ON public.payment_dispute USING btree (payment_id);

CREATE INDEX payment_event_open ON public.payment_event USING btree (received_at) WHERE (applied_at IS NULL);

CREATE INDEX payment_task_booking ON public.payment_task USING btree (booking_id);

CREATE INDEX payment_task_open ON public.payment_task USING btree (updated_at) WHERE (state = ANY (ARRAY['planned'::text, 'unknown'::text, 'waiting'::text]));

CREATE INDEX pending_credentials_expires_at ON identity.pending_credentials USING btree (expires_at);

CREATE INDEX pet_owner ON public.pet USING btree (owner_id, created_at);

CREATE INDEX place_name_country ON public.place_name USING btree ((((country || ' '::text) || name)) text_pattern_ops) INCLUDE (place_id, weight, name, country);

CREATE INDEX place_name_one_letter ON public.place_name USING btree ("left"(name, 1), weight DESC);

CREATE INDEX place_name_prefix ON public.place_name USING btree (name text_pattern_ops) INCLUDE (place_id, weight, country);

CREATE INDEX place_name_resembling ON public.place_name USING gin (name gin_trgm_ops);

CREATE INDEX place_name_three_letters ON public.place_name USING btree ("left"(name, 3), weight DESC);

CREATE INDEX place_name_two_letters ON public.place_name USING btree ("left"(name, 2), weight DESC);

CREATE INDEX place_population ON public.place USING btree (population DESC, id);

CREATE INDEX place_position ON public.place USING gist (point(lng, lat));

CREATE INDEX place_search_week ON public.place_search USING btree (week);

CREATE INDEX place_zone ON public.place USING btree (time_zone, population DESC) INCLUDE (country);

CREATE INDEX postcode_code ON public.postcode USING btree (code text_pattern_ops);

CREATE INDEX promo_use_promo ON public.promo_use USING btree (promo_id, owner_id);

CREATE INDEX push_device_account ON public.push_device USING btree (account_id, made_at);

CREATE INDEX rate_buckets_updated_at ON identity.rate_buckets USING btree (updated_at);

CREATE INDEX refresh_tokens_session_id ON identity.refresh_tokens USING btree (session_id);

CREATE INDEX refresh_tokens_superseded_at ON identity.refresh_tokens USING btree (superseded_at) WHERE (superseded_at IS NOT NULL);

CREATE INDEX report_decided ON public.report USING btree (decided_at DESC, id) WHERE (status <> 'open'::text);

CREATE INDEX report_decided_at ON public.report USING btree (decided_at) WHERE (decided_at IS NOT NULL);

CREATE INDEX report_queue ON public.report USING btree (created_at, id) WHERE (status = 'open'::text);

CREATE INDEX report_reporter ON public.report USING btree (reporter_id, created_at DESC);

CREATE INDEX report_subject ON public.report USING btree (subject_kind, subject_id);

CREATE INDEX review_changed ON public.review USING btree (GREATEST(published_at, replied_at, removed_at), id) WHERE ((published_at IS NOT NULL) AND (author = 'owner'::text));

CREATE INDEX review_hidden ON public.review USING btree (hidden_until) WHERE (published_at IS NULL);

CREATE INDEX review_sitter ON public.review USING btree (sitter_id, published_at DESC, id DESC) WHERE ((published_at IS NOT NULL) AND (author = 'owner'::text));

CREATE INDEX saved_search_account ON public.saved_search USING btree (account_id, created_at DESC);

CREATE INDEX saved_search_due ON public.saved_search USING btree (looked_at, id) WHERE tells;

CREATE INDEX sessions_idle_expires_at ON identity.sessions USING btree (idle_expires_at);

CREATE INDEX sessions_user_id ON identity.sessions USING btree (user_id);

CREATE INDEX sitter_busy_booking ON public.sitter_busy USING btree (booking_id);

CREATE INDEX sitter_changed ON public.sitter USING btree (updated_at, id) WHERE (published_at IS NOT NULL);

CREATE INDEX sitter_place ON public.sitter USING btree (place_id) WHERE (status = 'published'::text);

CREATE INDEX sitter_position_day ON public.sitter_position USING btree (on_date);

CREATE INDEX sitter_published ON public.sitter USING btree (id) INCLUDE (updated_at) WHERE (status = 'published'::text);

CREATE INDEX sitter_search_cell ON public.sitter_search USING btree (service, h6, rank DESC, sitter_id);

CREATE INDEX sitter_search_newest ON public.sitter_search USING btree (service, ((EXTRACT(epoch FROM (published_at - '1970-01-01 00:00:00+00'::timestamp with time zone)))::double precision) DESC);

CREATE INDEX sitter_search_rank ON public.sitter_search USING btree (service, rank DESC);

CREATE INDEX sitter_search_rating ON public.sitter_search USING btree (service, ((COALESCE(rating, (0)::real))::double precision) DESC);

CREATE INDEX sitter_search_repeat ON public.sitter_search USING btree (service, ((repeat_clients)::double precision) DESC);

CREATE INDEX sitter_submitted ON public.sitter USING btree (submitted_at, id) WHERE (status = 'in_review'::text);

CREATE INDEX staff_act_account ON public.staff_act USING btree (account_id, at DESC, id DESC);

CREATE INDEX staff_act_at ON public.staff_act USING btree (at DESC, id DESC);

CREATE INDEX staff_act_concerns ON public.staff_act USING gin (concerns);

CREATE INDEX staff_note_account ON public.staff_note USING btree (account_id, at DESC, id DESC);

CREATE INDEX staff_note_by ON public.staff_note USING btree (by_account);

CREATE INDEX suspension_account ON public.suspension USING btree (account_id, at DESC);

CREATE INDEX suspension_due ON public.suspension USING btree (ends_at) WHERE ((lifted_at IS NULL) AND (ends_at IS NOT NULL));

CREATE INDEX webhook_account ON public.webhook USING btree (account_id);

CREATE INDEX webhook_delivery_created ON public.webhook_delivery USING btree (created_at);

CREATE INDEX webhook_delivery_due ON public.webhook_delivery USING btree (next_at) WHERE (next_at IS NOT NULL);

CREATE INDEX webhook_delivery_webhook ON public.webhook_delivery USING btree (webhook_id, created_at DESC, id DESC);

CREATE UNIQUE INDEX booking_case_open ON public.booking_case USING btree (booking_id, (
CASE
    WHEN (kind = ANY (ARRAY['no_show'::text, 'not_checked_in'::text])) THEN 'absence'::text
    ELSE kind
END)) WHERE ((status <> 'resolved'::text) AND (visit_at IS NULL));

CREATE UNIQUE INDEX booking_case_visit ON public.booking_case USING btree (booking_id, visit_at) WHERE (visit_at IS NOT NULL);

CREATE UNIQUE INDEX booking_change_pending ON public.booking_change USING btree (booking_id) WHERE (status = ANY (ARRAY['pending'::text, 'awaiting_payment'::text]));

CREATE UNIQUE INDEX booking_extra_waiting ON public.booking_extra USING btree (booking_id) WHERE (status = 'waiting'::text);

CREATE UNIQUE INDEX circle_member_pair ON public.circle_member USING btree (owner_id, friend_id) WHERE (ended_at IS NULL);

CREATE UNIQUE INDEX data_export_running ON public.data_export USING btree (account_id) WHERE (state = 'preparing'::text);

CREATE UNIQUE INDEX favourite_list_name ON public.favourite_list USING btree (account_id, lower(name));

CREATE UNIQUE INDEX favourite_list_owner ON public.favourite_list USING btree (id, account_id);

CREATE UNIQUE INDEX import_row_in_force ON public.import_row USING btree (kind, external_id) WHERE (done_at IS NOT NULL);

CREATE UNIQUE INDEX lost_pet_current ON public.lost_pet USING btree (pet_id) WHERE (ended_at IS NULL);

CREATE UNIQUE INDEX notice_gathered ON public.notice USING btree (account_id, gather_key) WHERE (read_at IS NULL);

CREATE UNIQUE INDEX payment_live ON public.payment USING btree (booking_id, COALESCE(extra_id, booking_id)) WHERE (state <> 'voided'::text);

CREATE UNIQUE INDEX postcode_of_country ON public.postcode USING btree (country, code text_pattern_ops);

CREATE UNIQUE INDEX report_open_once ON public.report USING btree (reporter_id, subject_kind, subject_id) WHERE (status = 'open'::text);

CREATE UNIQUE INDEX signing_keys_one_active ON identity.signing_keys USING btree (state) WHERE (state <> 'retired'::text);

CREATE UNIQUE INDEX suspension_open ON public.suspension USING btree (account_id) WHERE (lifted_at IS NULL);

-- views

create view public.face as
 SELECT subject_id AS account_id,
    json_build_object('id', id, 'hash', hash, 'widths', widths) AS photo
   FROM file
  WHERE ((kind = 'account'::text) AND (state = 'ready'::text) AND (removed_at IS NULL));

create view public.sitter_day_word as
 SELECT sitter_day_override.sitter_id,
    sitter_day_override.service,
    sitter_day_override.on_date,
    sitter_day_override.capacity,
    false AS imported
   FROM sitter_day_override
UNION ALL
 SELECT calendar_feed_day.sitter_id,
    calendar_feed_day.service,
    calendar_feed_day.on_date,
    (0)::smallint AS capacity,
    true AS imported
   FROM calendar_feed_day;

create view public.unasked_offer as
 SELECT booking_id
   FROM booking_event
  WHERE ((event = 'offer'::text) AND (from_status IS NULL));

-- functions

CREATE OR REPLACE FUNCTION public.fold_name(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN btrim(regexp_replace(replace(lower(unaccent('unaccent'::regdictionary, value)), ''''::text, ''::text), '[^[:alnum:]]+'::text, ' '::text, 'g'::text))
;

CREATE OR REPLACE FUNCTION public.household_view_stays()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'The log of views is never changed';
end $function$
;

CREATE OR REPLACE FUNCTION public.names_beginning(texts text[], most integer)
 RETURNS TABLE(place_id integer, weight integer, name text, country text)
 LANGUAGE sql
 STABLE PARALLEL SAFE
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET jit TO 'off'
BEGIN ATOMIC
 SELECT named.place_id,
     named.weight,
     named.name,
     named.country
    FROM (unnest(names_beginning.texts) meant(words)
      CROSS JOIN LATERAL ( SELECT one.place_id,
             one.weight,
             one.name,
             one.country
            FROM place_name one
           WHERE ((one.name ~>=~ meant.words) AND (one.name ~<~ (meant.words || chr(1114111))))
           ORDER BY one.weight DESC
          LIMIT names_beginning.most) named);
END
;

CREATE OR REPLACE FUNCTION public.names_beginning_in(home text, words text, most integer)
 RETURNS TABLE(place_id integer, weight integer, name text, country text)
 LANGUAGE sql
 STABLE PARALLEL SAFE
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET jit TO 'off'
BEGIN ATOMIC
 SELECT one.place_id,
     one.weight,
     one.name,
     one.country
    FROM place_name one
   WHERE ((((one.country || ' '::text) || one.name) ~>=~ ((names_beginning_in.home || ' '::text) || names_beginning_in.words)) AND (((one.country || ' '::text) || one.name) ~<~ (((names_beginning_in.home || ' '::text) || names_beginning_in.words) || chr(1114111))))
   ORDER BY one.weight DESC
  LIMIT names_beginning_in.most;
END
;

CREATE OR REPLACE FUNCTION public.refuse_act_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and current_setting('sitwell.erasing', true) = 'on'
    and to_jsonb(new) - '{reason,request,ip}'::text[] = to_jsonb(old) - '{reason,request,ip}'::text[] then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name;
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is append-only', tg_table_name;
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_event_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and current_setting('sitwell.erasing', true) = 'on'
    and (to_jsonb(new) - 'payload') = (to_jsonb(old) - 'payload') then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name;
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_unbalanced()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  transfer uuid;
  entries integer;
  balance numeric;
begin
  if tg_table_name = 'ledger_entry' then
    transfer := new.transfer_id;
  else
    transfer := new.id;
  end if;
  select count(*), coalesce(sum(amount), 0) into entries, balance from ledger_entry where transfer_id = transfer;
  if entries < 2 or balance <> 0 then
    raise exception 'The transfer % has % entries that sum to %', transfer, entries, balance using errcode = '23514';
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.resembling_places(typed text)
 RETURNS TABLE(place_id integer, similarity real, weight integer)
 LANGUAGE sql
 STABLE PARALLEL SAFE
 SET "pg_trgm.similarity_threshold" TO '0.4'
BEGIN ATOMIC
 SELECT named.place_id,
     similarity(named.name, resembling_places.typed) AS similarity,
     named.weight
    FROM place_name named
   WHERE (named.name % resembling_places.typed);
END
;

-- triggers

CREATE CONSTRAINT TRIGGER ledger_entry_balanced AFTER INSERT ON public.ledger_entry DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_unbalanced();

CREATE CONSTRAINT TRIGGER ledger_transfer_balanced AFTER INSERT ON public.ledger_transfer DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_unbalanced();

CREATE TRIGGER booking_event_append_only BEFORE DELETE OR UPDATE ON public.booking_event FOR EACH ROW EXECUTE FUNCTION refuse_event_change();

CREATE TRIGGER household_view_stays BEFORE UPDATE ON public.household_view FOR EACH ROW EXECUTE FUNCTION household_view_stays();

CREATE TRIGGER ledger_entry_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER ledger_transfer_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_transfer FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER staff_act_append_only BEFORE DELETE OR UPDATE ON public.staff_act FOR EACH ROW EXECUTE FUNCTION refuse_act_change();

CREATE TRIGGER staff_act_not_emptied BEFORE TRUNCATE ON public.staff_act FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
