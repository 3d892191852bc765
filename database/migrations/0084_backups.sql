-- A second sitter who is willing to step in when the one of a long stay cannot; it reserves nothing and costs nothing.
create table booking_backup (
  booking_id  uuid primary key references booking (id),
  sitter_id   uuid not null references sitter (id),
  status      text not null check (status in ('asked', 'agreed', 'declined')),
  note        text,
  asked_at    timestamptz not null,
  answered_at timestamptz,
  -- when the booking fell and both were told
  called_at   timestamptz,
  check ((status = 'asked') = (answered_at is null))
);
create index booking_backup_sitter on booking_backup (sitter_id, asked_at desc);
