alter table care_entry drop constraint care_entry_kind_check;
alter table care_entry add constraint care_entry_kind_check check (kind in (
  'arrive', 'leave', 'task', 'toilet', 'mood', 'food', 'note', 'incident', 'photo', 'handover', 'withdraw'));
