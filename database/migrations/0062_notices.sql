-- What a person is told of, wherever it reaches them.
create table notice (
  id           uuid primary key,
  account_id   uuid not null references account,
  kind         text not null,
  title        text not null check (length(title) between 1 and 300),
  path         text not null check (path like '/%'),
  -- What it is about: whoever looks at that has read it.
  subject_id   uuid,
  -- Of something that is told once, however often it is asked for.
  once_key     text,
  -- Of what gathers in one entry until it is read.
  gather_key   text,
  is_in_app    boolean not null,
  told_at      timestamptz not null,
  read_at      timestamptz,
  unique (account_id, once_key)
);
create unique index notice_gathered on notice (account_id, gather_key) where read_at is null;
create index notice_in_app on notice (account_id, told_at desc, id desc) where is_in_app;
create index notice_unread on notice (account_id) where is_in_app and read_at is null;
create index notice_of_subject on notice (account_id, subject_id) where read_at is null;

-- Mails that wait for the end of the quiet hours, for the digest, or for whether somebody reads it in the app first.
create table notice_mail (
  notice_id  uuid primary key references notice on delete cascade,
  account_id uuid not null references account,
  letter     jsonb not null,
  is_digest  boolean not null,
  due_at     timestamptz not null
);
create index notice_mail_due on notice_mail (due_at);

create table notice_setting (
  account_id  uuid primary key references account,
  quiet_from  text check (quiet_from ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  quiet_to    text check (quiet_to ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  digest      text not null default 'off' check (digest in ('off', 'daily', 'weekly')),
  digest_time text not null default '08:00' check (digest_time ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  version     integer not null default 1,
  updated_at  timestamptz not null,
  check ((quiet_from is null) = (quiet_to is null)),
  check (quiet_from <> quiet_to)
);

-- What somebody has chosen otherwise than it usually is.
create table notice_choice (
  account_id uuid not null references account,
  topic      text not null,
  channel    text not null check (channel in ('app', 'mail', 'push')),
  is_on      boolean not null,
  primary key (account_id, topic, channel)
);

alter table mail add column reply_to text;
-- Where one click ends mails of this kind (RFC 8058).
alter table mail add column unsubscribe_url text;
