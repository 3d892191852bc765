-- The largest towns of a wide part of a map are found from the largest of the world on; those of a small one by position.
create index place_population on place (population desc, id);
