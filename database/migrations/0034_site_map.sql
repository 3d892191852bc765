-- The site map lists everybody who is published, in the order of their ids, from the index alone.
create index sitter_published on sitter (id) include (updated_at) where status = 'published';
