-- What an acceptance may end: everything that is asked of the sitter and not agreed on, and nothing of what is over.
drop index booking_request;
create index booking_rival on booking (sitter_id, starts_at) where status in ('awaiting_card', 'requested', 'offered');
