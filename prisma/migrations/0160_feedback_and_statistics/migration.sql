-- CreateTable
CREATE TABLE "page_feedback" (
    "id" TEXT COLLATE "C" NOT NULL,
    "siteId" TEXT COLLATE "C" NOT NULL,
    "spaceId" TEXT COLLATE "C" NOT NULL,
    "pageId" TEXT COLLATE "C" NOT NULL,
    "pageTitle" TEXT NOT NULL,
    "revisionId" TEXT COLLATE "C" NOT NULL,
    "rating" TEXT COLLATE "C" NOT NULL,
    "comment" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "page_feedback_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "page_feedback_rating" CHECK ("rating" in ('good', 'ok', 'bad'))
);

-- CreateTable
CREATE TABLE "site_page_views" (
    "siteId" TEXT COLLATE "C" NOT NULL,
    "dayAt" TIMESTAMPTZ(3) NOT NULL,
    "spaceId" TEXT COLLATE "C" NOT NULL,
    "pageId" TEXT COLLATE "C" NOT NULL,
    "views" INTEGER NOT NULL,

    CONSTRAINT "site_page_views_pkey" PRIMARY KEY ("siteId","dayAt","spaceId","pageId")
);

-- CreateTable
CREATE TABLE "site_missed_searches" (
    "siteId" TEXT COLLATE "C" NOT NULL,
    "dayAt" TIMESTAMPTZ(3) NOT NULL,
    "query" TEXT COLLATE "C" NOT NULL,
    "searches" INTEGER NOT NULL,

    CONSTRAINT "site_missed_searches_pkey" PRIMARY KEY ("siteId","dayAt","query")
);

-- CreateIndex
CREATE INDEX "page_feedback_siteId_createdAt_id_idx" ON "page_feedback"("siteId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "page_feedback_spaceId_idx" ON "page_feedback"("spaceId");

-- CreateIndex
CREATE INDEX "page_feedback_createdAt_idx" ON "page_feedback"("createdAt");

-- CreateIndex
CREATE INDEX "site_page_views_spaceId_idx" ON "site_page_views"("spaceId");

-- CreateIndex
CREATE INDEX "site_page_views_dayAt_idx" ON "site_page_views"("dayAt");

-- CreateIndex
CREATE INDEX "site_missed_searches_dayAt_idx" ON "site_missed_searches"("dayAt");

-- AddForeignKey
ALTER TABLE "page_feedback" ADD CONSTRAINT "page_feedback_siteId_fkey" FOREIGN KEY ("siteId") REFERENCES "sites"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "page_feedback" ADD CONSTRAINT "page_feedback_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES "spaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "site_page_views" ADD CONSTRAINT "site_page_views_siteId_fkey" FOREIGN KEY ("siteId") REFERENCES "sites"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "site_page_views" ADD CONSTRAINT "site_page_views_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES "spaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "site_missed_searches" ADD CONSTRAINT "site_missed_searches_siteId_fkey" FOREIGN KEY ("siteId") REFERENCES "sites"("id") ON DELETE CASCADE ON UPDATE CASCADE;
