-- Whom a sitter lets book at once, without a request.
alter table sitter add column instant_book text not null default 'off'
  check (instant_book in ('off', 'repeat', 'everyone'));

-- A question that names no days yet; the days kept with it are only those that its example price is for.
alter table booking add column dates_open boolean not null default false;

-- How many questions an owner has begun since yesterday.
create index booking_asked on booking (owner_id, created_at);
