-- Why staff had the copy made for the person; null if the person asked for it.
alter table data_export add column staff_reason text;
