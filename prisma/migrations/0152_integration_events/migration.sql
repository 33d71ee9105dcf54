-- AlterTable
ALTER TABLE "integrations" ADD COLUMN     "eventsUrl" TEXT,
ADD COLUMN     "sealedEventsSecret" TEXT;

-- CreateTable
CREATE TABLE "installation_webhooks" (
    "webhookId" TEXT COLLATE "C" NOT NULL,
    "installationId" TEXT COLLATE "C" NOT NULL,
    "integrationId" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "installation_webhooks_pkey" PRIMARY KEY ("webhookId")
);

-- CreateIndex
CREATE UNIQUE INDEX "installation_webhooks_installationId_key" ON "installation_webhooks"("installationId");

-- CreateIndex
CREATE INDEX "installation_webhooks_integrationId_idx" ON "installation_webhooks"("integrationId");

-- AddForeignKey
ALTER TABLE "installation_webhooks" ADD CONSTRAINT "installation_webhooks_integrationId_fkey" FOREIGN KEY ("integrationId") REFERENCES "integrations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
