-- Friends who look after somebody's pets for nothing. An invitation is a row without a friend; its link is signed, not kept.
create table circle_member (
  id         uuid primary key,
  owner_id   uuid not null references account (id),
  friend_id  uuid references account (id),
  -- how the owner calls them
  name       text not null,
  invited_at timestamptz not null,
  joined_at  timestamptz,
  ended_at   timestamptz,
  check ((friend_id is null) = (joined_at is null)),
  check (friend_id <> owner_id)
);
create unique index circle_member_pair on circle_member (owner_id, friend_id) where ended_at is null;
create index circle_member_friend on circle_member (friend_id) where ended_at is null;

-- Care by a friend: it costs nothing, takes no places, and counts nowhere.
alter table booking add column circle boolean not null default false;
