-- AlterTable
ALTER TABLE "git_connections" ADD COLUMN "pullRequests" TEXT NOT NULL DEFAULT 'none';

-- AlterTable
ALTER TABLE "change_requests" ADD COLUMN "pullRequestUrl" TEXT;

-- CreateTable
CREATE TABLE "git_pull_requests" (
    "connectionId" TEXT COLLATE "C" NOT NULL,
    "number" INTEGER NOT NULL,
    "changeRequestId" TEXT COLLATE "C",
    "state" TEXT NOT NULL,
    "ref" TEXT NOT NULL,
    "head" TEXT NOT NULL,
    "isFork" BOOLEAN NOT NULL,
    "title" TEXT NOT NULL DEFAULT '',
    "takenCommit" TEXT,
    "problem" TEXT,

    CONSTRAINT "git_pull_requests_pkey" PRIMARY KEY ("connectionId", "number")
);

-- CreateIndex
CREATE INDEX "git_pull_requests_changeRequestId_idx" ON "git_pull_requests"("changeRequestId");

-- AddForeignKey
ALTER TABLE "git_pull_requests" ADD CONSTRAINT "git_pull_requests_connectionId_fkey" FOREIGN KEY ("connectionId") REFERENCES "git_connections"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "git_pull_requests" ADD CONSTRAINT "git_pull_requests_changeRequestId_fkey" FOREIGN KEY ("changeRequestId") REFERENCES "change_requests"("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "git_connections"
  ADD CONSTRAINT "git_connections_pullRequests_check" CHECK ("pullRequests" in ('none', 'same-repository', 'all'));

ALTER TABLE "git_pull_requests"
  ADD CONSTRAINT "git_pull_requests_state_check" CHECK (state in ('open', 'closed'));
