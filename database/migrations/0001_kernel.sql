create extension if not exists btree_gist;
create extension if not exists pg_trgm;
create extension if not exists unaccent;

create table idempotency (
  principal    text not null,
  route        text not null,
  key          text not null,
  request_hash text not null,
  status       smallint not null,
  body         text not null,
  created_at   timestamptz not null,
  primary key (principal, route, key)
);
create index idempotency_created_at on idempotency (created_at);

create table mail (
  id          uuid primary key,
  recipient   text not null,
  subject     text not null,
  text_body   text not null,
  html_body   text not null,
  kind        text not null,
  created_at  timestamptz not null,
  sent_at     timestamptz
);
create index mail_created_at on mail (created_at desc);

create table setting (
  version    integer primary key generated always as identity,
  document   jsonb not null,
  created_at timestamptz not null
);
