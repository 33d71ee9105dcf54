-- DropIndex
DROP INDEX "content_entries_line_toSeq_idx";

-- What ended since a revision. An expression, as content_entries_begun_idx: an index on the line alone was taken for
-- looking up entries, also by the foreign key of content_links, until statistics told what a line holds; a large
-- first import went over all of it for each link.
CREATE INDEX "content_entries_ended_idx" ON "content_entries" (("line" || ' ended'), "toSeq") WHERE "toSeq" IS NOT NULL;
