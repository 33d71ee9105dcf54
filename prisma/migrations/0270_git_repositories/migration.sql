-- CreateTable
CREATE TABLE "git_repositories" (
    "spaceId" TEXT COLLATE "C" NOT NULL,
    "url" TEXT NOT NULL,
    "ref" TEXT NOT NULL,
    "directory" TEXT NOT NULL,
    "provider" TEXT,
    "treeUrl" TEXT,
    "importId" TEXT COLLATE "C" NOT NULL,
    "commit" TEXT NOT NULL,
    "revisionId" TEXT COLLATE "C" NOT NULL,
    "happenedAt" TIMESTAMPTZ(3),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "git_repositories_pkey" PRIMARY KEY ("spaceId")
);

-- CreateTable
CREATE TABLE "git_files" (
    "spaceId" TEXT COLLATE "C" NOT NULL,
    "path" TEXT NOT NULL,
    "oid" TEXT NOT NULL,
    "mode" TEXT NOT NULL,

    CONSTRAINT "git_files_pkey" PRIMARY KEY ("spaceId","path")
);

-- CreateTable
CREATE TABLE "revision_commits" (
    "revisionId" TEXT COLLATE "C" NOT NULL,
    "oid" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "ref" TEXT NOT NULL,
    "url" TEXT,
    "createdByService" BOOLEAN NOT NULL,

    CONSTRAINT "revision_commits_pkey" PRIMARY KEY ("revisionId")
);

-- AddForeignKey
ALTER TABLE "git_repositories" ADD CONSTRAINT "git_repositories_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES "spaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "git_files" ADD CONSTRAINT "git_files_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES "spaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "revision_commits" ADD CONSTRAINT "revision_commits_revisionId_fkey" FOREIGN KEY ("revisionId") REFERENCES "revisions"("id") ON DELETE CASCADE ON UPDATE CASCADE;
