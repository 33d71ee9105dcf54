-- CreateTable
CREATE TABLE "page_redirects" (
    "spaceId" TEXT COLLATE "C" NOT NULL,
    "parentId" TEXT COLLATE "C" NOT NULL,
    "slug" TEXT NOT NULL,
    "pageId" TEXT COLLATE "C" NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "page_redirects_pkey" PRIMARY KEY ("spaceId","parentId","slug")
);


-- AddForeignKey
ALTER TABLE "page_redirects" ADD CONSTRAINT "page_redirects_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES "spaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What began between two revisions. An expression, lest the planner take it for what is true at one: that would read
-- the whole history of the line, and without statistics every index looks alike.
CREATE INDEX "content_entries_begun_idx" ON "content_entries" (("line" || ' begun'), "fromSeq");
