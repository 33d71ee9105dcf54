-- CreateTable
CREATE TABLE "watches" (
    "id" TEXT COLLATE "C" NOT NULL,
    "userId" TEXT COLLATE "C" NOT NULL,
    "nodeId" TEXT COLLATE "C" NOT NULL,
    "organizationId" TEXT COLLATE "C" NOT NULL,
    "spaceId" TEXT COLLATE "C",
    "collectionId" TEXT COLLATE "C",
    "specId" TEXT COLLATE "C",
    "changeRequestId" TEXT COLLATE "C",
    "level" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "watches_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "notifications" (
    "id" TEXT COLLATE "C" NOT NULL,
    "userId" TEXT COLLATE "C" NOT NULL,
    "organizationId" TEXT COLLATE "C" NOT NULL,
    "position" BIGINT NOT NULL,
    "type" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "subjectId" TEXT COLLATE "C" NOT NULL,
    "subjectLabel" TEXT,
    "spaceId" TEXT COLLATE "C",
    "changeRequestId" TEXT COLLATE "C",
    "actorId" TEXT COLLATE "C",
    "count" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    "readAt" TIMESTAMPTZ(3),

    CONSTRAINT "notifications_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "notification_cursors" (
    "organizationId" TEXT COLLATE "C" NOT NULL,
    "position" BIGINT NOT NULL,

    CONSTRAINT "notification_cursors_pkey" PRIMARY KEY ("organizationId")
);

-- CreateIndex
CREATE INDEX "watches_userId_createdAt_id_idx" ON "watches"("userId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "watches_organizationId_idx" ON "watches"("organizationId");

-- CreateIndex
CREATE INDEX "watches_spaceId_idx" ON "watches"("spaceId");

-- CreateIndex
CREATE INDEX "watches_collectionId_idx" ON "watches"("collectionId");

-- CreateIndex
CREATE INDEX "watches_changeRequestId_idx" ON "watches"("changeRequestId");

-- CreateIndex
CREATE INDEX "watches_specId_idx" ON "watches"("specId");

-- CreateIndex
CREATE UNIQUE INDEX "watches_nodeId_userId_key" ON "watches"("nodeId", "userId");

-- CreateIndex
CREATE INDEX "notifications_userId_updatedAt_idx" ON "notifications"("userId", "updatedAt");

-- CreateIndex
CREATE INDEX "notifications_spaceId_idx" ON "notifications"("spaceId");

-- CreateIndex
CREATE INDEX "notifications_changeRequestId_idx" ON "notifications"("changeRequestId");

-- CreateIndex
CREATE INDEX "notifications_actorId_idx" ON "notifications"("actorId");

-- CreateIndex
CREATE INDEX "notifications_updatedAt_idx" ON "notifications"("updatedAt");

-- CreateIndex
CREATE UNIQUE INDEX "notifications_organizationId_position_userId_key" ON "notifications"("organizationId", "position", "userId");

-- AddForeignKey
ALTER TABLE "watches" ADD CONSTRAINT "watches_userId_fkey" FOREIGN KEY ("userId") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "watches" ADD CONSTRAINT "watches_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "watches" ADD CONSTRAINT "watches_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES "spaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "watches" ADD CONSTRAINT "watches_collectionId_fkey" FOREIGN KEY ("collectionId") REFERENCES "collections"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "watches" ADD CONSTRAINT "watches_changeRequestId_fkey" FOREIGN KEY ("changeRequestId") REFERENCES "change_requests"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "watches" ADD CONSTRAINT "watches_specId_fkey" FOREIGN KEY ("specId") REFERENCES "openapi_specs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_userId_fkey" FOREIGN KEY ("userId") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_spaceId_fkey" FOREIGN KEY ("spaceId") REFERENCES "spaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_changeRequestId_fkey" FOREIGN KEY ("changeRequestId") REFERENCES "change_requests"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_actorId_fkey" FOREIGN KEY ("actorId") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification_cursors" ADD CONSTRAINT "notification_cursors_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- CreateIndex
CREATE INDEX "notifications_unread_idx" ON "notifications"("userId", "type", "subjectId") WHERE "readAt" IS NULL;

ALTER TABLE "watches" ADD CONSTRAINT "watches_place_check" CHECK (num_nonnulls("spaceId", "collectionId", "specId") = 1);
ALTER TABLE "watches" ADD CONSTRAINT "watches_level_check" CHECK ("level" IN ('everything', 'content', 'nothing'));
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_reason_check" CHECK ("reason" IN ('review-requested', 'author', 'participant', 'watching'));

-- What happened before this version is told to nobody.
INSERT INTO "notification_cursors" ("organizationId", "position") SELECT "organizationId", "position" FROM "event_streams";
