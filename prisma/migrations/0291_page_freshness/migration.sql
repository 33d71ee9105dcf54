-- CreateTable
CREATE TABLE "page_freshness" (
    "id" TEXT COLLATE "C" NOT NULL,
    "organizationId" TEXT COLLATE "C" NOT NULL,
    "spaceId" TEXT COLLATE "C" NOT NULL,
    "pageId" TEXT COLLATE "C" NOT NULL,
    "ownerId" TEXT COLLATE "C",
    "reviewAt" TIMESTAMPTZ(3),
    "dueAt" TIMESTAMPTZ(3),
    "verifiedAt" TIMESTAMPTZ(3),
    "verifiedById" TEXT COLLATE "C",

    CONSTRAINT "page_freshness_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "page_freshness_spaceId_reviewAt_id_idx" ON "page_freshness"("spaceId", "reviewAt", "id");

-- CreateIndex
CREATE INDEX "page_freshness_organizationId_reviewAt_id_idx" ON "page_freshness"("organizationId", "reviewAt", "id");

-- CreateIndex
CREATE INDEX "page_freshness_ownerId_organizationId_reviewAt_id_idx" ON "page_freshness"("ownerId", "organizationId", "reviewAt", "id");

-- CreateIndex
CREATE INDEX "page_freshness_verifiedById_idx" ON "page_freshness"("verifiedById");

-- CreateIndex
CREATE UNIQUE INDEX "page_freshness_spaceId_pageId_key" ON "page_freshness"("spaceId", "pageId");

-- AddForeignKey
ALTER TABLE "page_freshness" ADD CONSTRAINT "page_freshness_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "page_freshness" ADD CONSTRAINT "page_freshness_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES "spaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "page_freshness" ADD CONSTRAINT "page_freshness_ownerId_fkey" FOREIGN KEY ("ownerId") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "page_freshness" ADD CONSTRAINT "page_freshness_verifiedById_fkey" FOREIGN KEY ("verifiedById") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- What nobody was told of yet.
CREATE INDEX "page_freshness_dueAt_idx" ON "page_freshness"("dueAt") WHERE "dueAt" IS NOT NULL;

ALTER TABLE "notifications" DROP CONSTRAINT "notifications_reason_check";
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_reason_check"
  CHECK (reason IN ('review-requested', 'author', 'participant', 'watching', 'owner', 'account') AND ("organizationId" IS NULL) = (reason = 'account'));
