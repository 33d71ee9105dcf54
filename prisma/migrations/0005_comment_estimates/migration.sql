-- Spaces and threads differ a lot in size. The planner, asked for one it does not know, takes the average: a few
-- rows, which may as well be read whole and sorted; in the largest space that is all of them for each page. Told
-- that any space may hold a tenth of the comments, it reads a page in the order of the index.
ALTER TABLE "comments" ALTER COLUMN "spaceId" SET (n_distinct = 10), ALTER COLUMN "parentId" SET (n_distinct = 10);
