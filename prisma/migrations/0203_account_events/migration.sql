-- CreateTable
CREATE TABLE "account_events" (
    "id" TEXT COLLATE "C" NOT NULL,
    "userId" TEXT COLLATE "C" NOT NULL,
    "type" TEXT NOT NULL,
    "subjectId" TEXT COLLATE "C" NOT NULL,
    "subjectLabel" TEXT,
    "actorId" TEXT COLLATE "C" NOT NULL,
    "requestId" TEXT COLLATE "C" NOT NULL,
    "source" TEXT NOT NULL,
    "tokenId" TEXT COLLATE "C",
    "address" TEXT,
    "userAgent" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "account_events_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "account_events_userId_createdAt_id_idx" ON "account_events"("userId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "account_events_createdAt_id_idx" ON "account_events"("createdAt", "id");

-- AddForeignKey
ALTER TABLE "account_events" ADD CONSTRAINT "account_events_userId_fkey" FOREIGN KEY ("userId") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
