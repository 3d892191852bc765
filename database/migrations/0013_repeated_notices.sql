-- Some events happen to a booking more than once: each of them is told by itself.
alter table booking_notice add column idx integer not null default 0;
alter table booking_notice drop constraint booking_notice_pkey;
alter table booking_notice add primary key (booking_id, event, receiver, idx);
