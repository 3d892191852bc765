-- Which pictures came with which step of a case; they are files of the kind 'evidence' whose subject is the case.
alter table booking_case
  add column photo_ids        uuid[] not null default '{}',
  add column answer_photo_ids uuid[] not null default '{}',
  add column appeal_photo_ids uuid[] not null default '{}';
