-- AlterTable
ALTER TABLE "change_requests" ADD COLUMN     "description" TEXT NOT NULL DEFAULT '';

-- AlterTable
ALTER TABLE "comments" ADD COLUMN     "reviewId" TEXT COLLATE "C";

-- CreateTable
CREATE TABLE "change_request_reviews" (
    "id" TEXT COLLATE "C" NOT NULL,
    "changeRequestId" TEXT COLLATE "C" NOT NULL,
    "reviewerId" TEXT COLLATE "C" NOT NULL,
    "requestedById" TEXT COLLATE "C",
    "status" TEXT NOT NULL,
    "revisionId" TEXT COLLATE "C" NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "change_request_reviews_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "requested_reviewers" (
    "changeRequestId" TEXT COLLATE "C" NOT NULL,
    "userId" TEXT COLLATE "C" NOT NULL,
    "requestedById" TEXT COLLATE "C" NOT NULL,
    "revisionId" TEXT COLLATE "C" NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "requested_reviewers_pkey" PRIMARY KEY ("changeRequestId","userId")
);

-- CreateIndex
CREATE INDEX "change_request_reviews_changeRequestId_createdAt_id_idx" ON "change_request_reviews"("changeRequestId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "change_request_reviews_changeRequestId_reviewerId_createdAt_idx" ON "change_request_reviews"("changeRequestId", "reviewerId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "change_request_reviews_reviewerId_idx" ON "change_request_reviews"("reviewerId");

-- CreateIndex
CREATE INDEX "change_request_reviews_requestedById_idx" ON "change_request_reviews"("requestedById");

-- CreateIndex
CREATE INDEX "requested_reviewers_userId_idx" ON "requested_reviewers"("userId");

-- CreateIndex
CREATE INDEX "requested_reviewers_requestedById_idx" ON "requested_reviewers"("requestedById");

-- CreateIndex
CREATE INDEX "change_requests_revisionMergedId_idx" ON "change_requests"("revisionMergedId");

-- AddForeignKey
ALTER TABLE "comments" ADD CONSTRAINT "comments_reviewId_fkey" FOREIGN KEY ("reviewId") REFERENCES "change_request_reviews"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "change_request_reviews" ADD CONSTRAINT "change_request_reviews_changeRequestId_fkey" FOREIGN KEY ("changeRequestId") REFERENCES "change_requests"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "change_request_reviews" ADD CONSTRAINT "change_request_reviews_reviewerId_fkey" FOREIGN KEY ("reviewerId") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "change_request_reviews" ADD CONSTRAINT "change_request_reviews_requestedById_fkey" FOREIGN KEY ("requestedById") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "requested_reviewers" ADD CONSTRAINT "requested_reviewers_changeRequestId_fkey" FOREIGN KEY ("changeRequestId") REFERENCES "change_requests"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "requested_reviewers" ADD CONSTRAINT "requested_reviewers_userId_fkey" FOREIGN KEY ("userId") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "requested_reviewers" ADD CONSTRAINT "requested_reviewers_requestedById_fkey" FOREIGN KEY ("requestedById") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- By hand. A review starts one thread at most; few comments are of a review.
CREATE UNIQUE INDEX "comments_reviewId_key" ON "comments"("reviewId") WHERE "reviewId" IS NOT NULL;

ALTER TABLE "change_requests"
  ADD CONSTRAINT "change_requests_description_check" CHECK (char_length("description") <= 10000);
ALTER TABLE "change_request_reviews"
  ADD CONSTRAINT "change_request_reviews_status_check" CHECK ("status" IN ('approved', 'changes-requested'));
