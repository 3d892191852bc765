create schema identity;

create table identity.users (
  id                  text primary key check (length(id) between 1 and 128),
  email               text,
  email_canonical     text constraint users_email_canonical unique,
  email_verified      boolean not null default false,
  initial_email       text,
  display_name        text,
  photo_url           text,
  password_hash       text,
  password_updated_at timestamptz,
  email_link_enabled  boolean not null default false,
  -- Tokens whose sign-in lies before this second are void.
  valid_since         timestamptz not null check (date_trunc('second', valid_since, 'UTC') = valid_since),
  disabled            boolean not null default false,
  custom_claims       jsonb not null default '{}',
  created_at          timestamptz not null,
  last_login_at       timestamptz not null,
  last_refresh_at     timestamptz not null,
  check ((email is null) = (email_canonical is null))
);

create table identity.sessions (
  id                  uuid primary key,
  user_id             text not null references identity.users on delete cascade,
  provider            text not null,
  auth_time           timestamptz not null,
  device_hash         text,
  created_at          timestamptz not null,
  last_used_at        timestamptz not null,
  idle_expires_at     timestamptz not null,
  absolute_expires_at timestamptz not null,
  revoked_at          timestamptz,
  reason              text,
  ip                  text not null,
  user_agent          text not null,
  check ((revoked_at is null) = (reason is null))
);
create index sessions_user_id on identity.sessions (user_id);
create index sessions_idle_expires_at on identity.sessions (idle_expires_at);

create table identity.refresh_tokens (
  token_hash     text primary key,
  session_id     uuid not null references identity.sessions on delete cascade,
  issued_at      timestamptz not null,
  superseded_at  timestamptz,
  successor_hash text
);
create index refresh_tokens_session_id on identity.refresh_tokens (session_id);
create index refresh_tokens_superseded_at on identity.refresh_tokens (superseded_at) where superseded_at is not null;

create table identity.oob_codes (
  code_hash    text primary key,
  type         text not null check (type in ('PASSWORD_RESET', 'VERIFY_EMAIL', 'VERIFY_AND_CHANGE_EMAIL', 'RECOVER_EMAIL', 'EMAIL_SIGNIN')),
  user_id      text references identity.users on delete cascade,
  email        text not null,
  new_email    text,
  continue_url text,
  created_at   timestamptz not null,
  expires_at   timestamptz not null,
  used_at      timestamptz
);
create index oob_codes_user_id on identity.oob_codes (user_id);
create index oob_codes_email on identity.oob_codes (email, type);
create index oob_codes_expires_at on identity.oob_codes (expires_at);

create table identity.signing_keys (
  kid                   text primary key,
  alg                   text not null check (alg = 'RS256'),
  private_jwk_encrypted text not null,
  public_jwk            jsonb not null,
  state                 text not null check (state in ('next', 'active', 'retired')),
  not_before            timestamptz not null,
  retire_after          timestamptz check ((retire_after is null) = (state <> 'retired'))
);
create unique index signing_keys_one_active on identity.signing_keys (state) where state <> 'retired';

-- Unlogged: after a crash of the database the counting starts afresh.
create unlogged table identity.rate_buckets (
  key        text primary key,
  tokens     double precision not null,
  updated_at timestamptz not null
);
create index rate_buckets_updated_at on identity.rate_buckets (updated_at);

create table identity.audit_events (
  id      uuid primary key,
  at      timestamptz not null,
  kind    text not null,
  user_id text,
  ip      text,
  detail  jsonb not null default '{}'
);
create index audit_events_user_id on identity.audit_events (user_id, at desc);
create index audit_events_at on identity.audit_events (at);

-- A mail is claimed for a minute while it is handed over, so that no two workers send it; a refused one is not tried again.
alter table mail
  add column claimed_until timestamptz,
  add column refused_at    timestamptz,
  add column refusal       text;
create index mail_unsent on mail (created_at) where sent_at is null and refused_at is null;
