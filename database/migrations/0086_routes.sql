-- The way of a walk; it is deleted after some weeks, the only entry that is.
alter table care_entry drop constraint care_entry_kind_check;
alter table care_entry add constraint care_entry_kind_check check (kind in (
  'arrive', 'leave', 'task', 'toilet', 'mood', 'food', 'note', 'incident', 'photo', 'route', 'handover', 'withdraw'));
create index care_entry_routes on care_entry (received_at) where kind = 'route';
