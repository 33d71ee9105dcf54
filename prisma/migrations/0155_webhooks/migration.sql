-- CreateTable
CREATE TABLE "webhooks" (
    "id" TEXT COLLATE "C" NOT NULL,
    "organizationId" TEXT COLLATE "C" NOT NULL,
    "spaceId" TEXT COLLATE "C",
    "collectionId" TEXT COLLATE "C",
    "siteId" TEXT COLLATE "C",
    "pageId" TEXT COLLATE "C",
    "url" TEXT NOT NULL,
    "types" TEXT[] NOT NULL,
    "description" TEXT,
    "active" BOOLEAN NOT NULL,
    "disabledReason" TEXT,
    "disabledAt" TIMESTAMPTZ(3),
    "sealedSecret" TEXT NOT NULL,
    "sealedFormer" TEXT,
    "formerUntil" TIMESTAMPTZ(3),
    "cursor" BIGINT NOT NULL,
    "delivered" BIGINT NOT NULL DEFAULT 0,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "failingSince" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhooks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_deliveries" (
    "id" TEXT COLLATE "C" NOT NULL,
    "webhookId" TEXT COLLATE "C" NOT NULL,
    "eventId" TEXT COLLATE "C" NOT NULL,
    "position" BIGINT NOT NULL,
    "type" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "body" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "step" INTEGER NOT NULL DEFAULT 0,
    "nextAttemptAt" TIMESTAMPTZ(3),
    "attemptedAt" TIMESTAMPTZ(3),
    "status" INTEGER,
    "response" TEXT,
    "error" TEXT,
    "durationMs" INTEGER,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "webhooks_organizationId_createdAt_id_idx" ON "webhooks"("organizationId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "webhook_deliveries_createdAt_idx" ON "webhook_deliveries"("createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_deliveries_webhookId_position_key" ON "webhook_deliveries"("webhookId", "position");

-- AddForeignKey
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhookId_fkey" FOREIGN KEY ("webhookId") REFERENCES "webhooks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- CreateIndex
CREATE INDEX "webhook_deliveries_due_idx" ON "webhook_deliveries"("webhookId", "nextAttemptAt") WHERE "state" = 'pending';

ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_place_check" CHECK (num_nonnulls("spaceId", "collectionId", "siteId") <= 1);
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_page_check" CHECK ("pageId" IS NULL OR "spaceId" IS NOT NULL);
