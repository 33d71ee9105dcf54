-- CreateTable
CREATE TABLE "change_request_conflicts" (
    "changeRequestId" TEXT COLLATE "C" NOT NULL,
    "entryId" TEXT COLLATE "C" NOT NULL,
    "seq" INTEGER NOT NULL,
    "base" JSONB,
    "main" JSONB,
    "changeRequest" JSONB,
    "conflicts" JSONB NOT NULL,

    CONSTRAINT "change_request_conflicts_pkey" PRIMARY KEY ("changeRequestId","entryId")
);

-- AddForeignKey
ALTER TABLE "change_request_conflicts" ADD CONSTRAINT "change_request_conflicts_changeRequestId_fkey" FOREIGN KEY ("changeRequestId") REFERENCES "change_requests"("id") ON DELETE CASCADE ON UPDATE CASCADE;
