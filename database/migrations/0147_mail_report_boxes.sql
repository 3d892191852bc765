-- How far the mailbox with reports about mails was read.
create table mail_report_box (
  -- A hash of the mailbox's server, user and folder.
  id           bytea primary key,
  -- Given anew by the server if it numbers its messages anew.
  uid_validity text not null,
  -- The number of the first message that was not read yet.
  next_uid     bigint not null,
  read_at      timestamptz not null
);
