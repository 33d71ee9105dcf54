-- CreateTable
CREATE TABLE "event_streams" (
    "organizationId" TEXT COLLATE "C" NOT NULL,
    "position" BIGINT NOT NULL,
    "expired" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "event_streams_pkey" PRIMARY KEY ("organizationId")
) WITH (fillfactor = 50);

-- CreateTable
CREATE TABLE "events" (
    "id" TEXT COLLATE "C" NOT NULL,
    "organizationId" TEXT COLLATE "C" NOT NULL,
    "position" BIGINT NOT NULL,
    "type" TEXT COLLATE "C" NOT NULL,
    "subjectId" TEXT COLLATE "C" NOT NULL,
    "subjectLabel" TEXT,
    "spaceId" TEXT COLLATE "C",
    "collectionId" TEXT COLLATE "C",
    "siteId" TEXT COLLATE "C",
    "changeRequestId" TEXT COLLATE "C",
    "actorId" TEXT COLLATE "C",
    "requestId" TEXT COLLATE "C" NOT NULL,
    "source" TEXT COLLATE "C" NOT NULL,
    "tokenId" TEXT COLLATE "C",
    "address" TEXT,
    "userAgent" TEXT,
    "data" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "events_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "events_createdAt_idx" ON "events"("createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "events_organizationId_position_key" ON "events"("organizationId", "position");

-- AddForeignKey
ALTER TABLE "event_streams" ADD CONSTRAINT "event_streams_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "events" ADD CONSTRAINT "events_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
