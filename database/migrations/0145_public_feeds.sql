-- The public feeds list what changed, oldest change first.
create index sitter_changed on sitter (updated_at, id) where published_at is not null;
create index review_changed on review (greatest(published_at, replied_at, removed_at), id)
  where published_at is not null and author = 'owner';
