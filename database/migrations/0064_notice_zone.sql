-- The zone of the browser in which somebody chose their hours; the account's own zone, once it is chosen, comes first.
alter table notice_setting add column time_zone text;
