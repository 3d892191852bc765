-- The key pair by which push services know this site (VAPID), made when it is first needed.
create table push_key (
  id                    smallint primary key default 1 check (id = 1),
  public_key            text not null,
  private_key_encrypted text not null,
  made_at               timestamptz not null
);

-- The browsers that somebody wants to be told in.
create table push_device (
  id         uuid primary key,
  account_id uuid not null references account,
  endpoint   text not null unique check (length(endpoint) <= 2000),
  p256dh     text not null,
  auth       text not null,
  -- What the browser says about itself.
  name       text not null,
  made_at    timestamptz not null
);
create index push_device_account on push_device (account_id, made_at);

-- Pushes that wait for the end of the quiet hours.
create table notice_push (
  notice_id  uuid primary key references notice on delete cascade,
  account_id uuid not null references account,
  due_at     timestamptz not null
);
create index notice_push_due on notice_push (due_at);

-- Off: the locked screen says that there is news, and not which.
alter table notice_setting add column push_shows_title boolean not null default false;
