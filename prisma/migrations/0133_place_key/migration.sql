-- The condition of the index is spelled in another way than "toSeq" is null, which belongs to the index by line. PostgreSQL
-- reads a whole partial index when it expects few rows in it, and on new tables it chose the wrong one of the two.
DROP INDEX "content_entries_place_key";
CREATE UNIQUE INDEX "content_entries_place_key"
  ON "content_entries" (("line" || ' ' || coalesce("parentId", '')), coalesce("slug", "entryId"))
  WHERE coalesce("toSeq", -1) = -1 AND NOT "deleted";
