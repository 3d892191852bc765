-- What people say is wrong, and what was decided. One open report of a person about a thing.
create table report (
  id              uuid primary key,
  reporter_id     uuid not null references account (id),
  subject_kind    text not null check (subject_kind in ('person', 'listing', 'review', 'photo', 'message')),
  subject_id      uuid not null,
  -- whose it is
  about_id        uuid not null references account (id),
  reason          text not null,
  words           text,
  -- how it read when it was reported
  snapshot        jsonb not null,
  status          text not null default 'open' check (status in ('open', 'upheld', 'dismissed')),
  measure         text check (measure in ('none', 'warned', 'removed', 'suspended')),
  decision_reason text,
  decided_by      uuid references account (id),
  decided_at      timestamptz,
  created_at      timestamptz not null,
  check ((status = 'open') = (decided_at is null)),
  check ((status = 'open') = (decision_reason is null))
);
create unique index report_open_once on report (reporter_id, subject_kind, subject_id) where status = 'open';
create index report_queue on report (created_at, id) where status = 'open';
create index report_decided on report (decided_at desc, id) where status <> 'open';
create index report_subject on report (subject_kind, subject_id);
create index report_reporter on report (reporter_id, created_at desc);
