-- AlterTable
ALTER TABLE "search_pages" ADD COLUMN     "headingRun" TEXT COLLATE "C",
ADD COLUMN     "run" TEXT COLLATE "C";

-- By hand. A search for a phrase reads the runs of all pages that have its words, of headings or of texts: they stay in the rows, up to 600 words,
-- and uncompressed, for reading them elsewhere costs ten times as much as comparing them. Pages written before have none;
-- their words are compared instead until they are changed, or "octavo doctor --fix" writes them anew.
ALTER TABLE "search_pages" ALTER COLUMN "run" SET STORAGE EXTERNAL;
ALTER TABLE "search_pages" SET (toast_tuple_target = 4080);
