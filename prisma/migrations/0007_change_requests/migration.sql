-- CreateTable
CREATE TABLE "change_requests" (
    "id" TEXT COLLATE "C" NOT NULL,
    "spaceId" TEXT COLLATE "C" NOT NULL,
    "number" INTEGER NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'draft',
    "subject" TEXT NOT NULL DEFAULT '',
    "createdById" TEXT COLLATE "C",
    "revisionId" TEXT COLLATE "C" NOT NULL,
    "revisionInitialId" TEXT COLLATE "C" NOT NULL,
    "revisionMergedAncestorId" TEXT COLLATE "C",
    "revisionMergedId" TEXT COLLATE "C",
    "comments" INTEGER NOT NULL DEFAULT 0,
    "commentsAll" INTEGER NOT NULL DEFAULT 0,
    "version" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "change_requests_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "change_requests_spaceId_createdAt_id_idx" ON "change_requests"("spaceId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "change_requests_spaceId_status_createdAt_id_idx" ON "change_requests"("spaceId", "status", "createdAt", "id");

-- CreateIndex
CREATE INDEX "change_requests_createdById_idx" ON "change_requests"("createdById");

-- CreateIndex
CREATE UNIQUE INDEX "change_requests_spaceId_number_key" ON "change_requests"("spaceId", "number");

-- AddForeignKey
ALTER TABLE "change_requests" ADD CONSTRAINT "change_requests_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES "spaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "change_requests" ADD CONSTRAINT "change_requests_createdById_fkey" FOREIGN KEY ("createdById") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "change_requests"
  ADD CONSTRAINT "change_requests_status_check" CHECK ("status" IN ('draft', 'open', 'archived', 'merged')),
  ADD CONSTRAINT "change_requests_subject_check" CHECK (char_length("subject") <= 100);

ALTER TABLE "content_entries" DROP CONSTRAINT "content_entries_kind_check",
  ADD CONSTRAINT "content_entries_kind_check" CHECK ("kind" IN ('page', 'file', 'reusable-content', 'variables'));
