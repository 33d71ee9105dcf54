-- When entries that have ended were true, as ranges: an old revision is read without all that has ended since. The hash of the line,
-- or of the line and the parent, is the upper half of each bound, so that the ranges of two lines hardly ever meet.
DROP INDEX "content_entries_ended_under_idx";
CREATE INDEX "content_entries_true_idx" ON "content_entries" USING gist (int8range(
    (hashtext("line")::bigint << 32) + "fromSeq", (hashtext("line")::bigint << 32) + "toSeq"
  )) WHERE "toSeq" IS NOT NULL;
CREATE INDEX "content_entries_true_under_idx" ON "content_entries" USING gist (int8range(
    (hashtext("line" || ' under ' || coalesce("parentId", ''))::bigint << 32) + "fromSeq",
    (hashtext("line" || ' under ' || coalesce("parentId", ''))::bigint << 32) + "toSeq"
  )) WHERE "toSeq" IS NOT NULL;
