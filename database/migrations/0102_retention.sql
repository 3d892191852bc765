-- What is deleted after its time is found without reading the whole table.
create index notice_told_at on notice (told_at);
create index household_view_viewed_at on household_view (viewed_at);
create index report_decided_at on report (decided_at) where decided_at is not null;
