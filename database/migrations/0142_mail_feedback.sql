-- Reports of providers about mails, by a hash of their id, so that each is acted upon once.
create table mail_feedback (
  id          bytea primary key,
  received_at timestamptz not null
);
create index mail_feedback_received on mail_feedback (received_at);
