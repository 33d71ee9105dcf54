-- An entry without bytes, such as a page, is in no index of bytes.
DROP INDEX "content_entries_blobHash_idx";
CREATE INDEX "content_entries_blobHash_idx" ON "content_entries" ("blobHash") WHERE "blobHash" IS NOT NULL;

-- The states of a page that had a text, of which a merge copies the links: all that the page has been is more with each edit.
DROP INDEX "content_entries_documentId_idx";
CREATE INDEX "content_entries_documentId_entryId_idx" ON "content_entries" ("documentId", "entryId");
