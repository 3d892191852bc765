create table account (
  id           uuid primary key,
  external_id  text not null unique check (length(external_id) between 1 and 128),
  name         text not null,
  email        text not null,
  phone_number text,
  location     text,
  locale       text not null default 'en-GB',
  time_zone    text,
  photo_url    text,
  roles        text[] not null default '{}',
  invited_by   uuid,
  version      integer not null default 1,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  erased_at    timestamptz
);
create index account_email on account (lower(email));
