-- CreateTable
CREATE TABLE "mail_settings" (
    "userId" TEXT COLLATE "C" NOT NULL,
    "digests" BOOLEAN NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "dueAt" TIMESTAMPTZ(3),
    "lastAt" TIMESTAMPTZ(3),
    "refusedAddress" TEXT,

    CONSTRAINT "mail_settings_pkey" PRIMARY KEY ("userId")
);

-- CreateIndex
CREATE INDEX "mail_settings_dueAt_idx" ON "mail_settings"("dueAt");

-- AddForeignKey
ALTER TABLE "mail_settings" ADD CONSTRAINT "mail_settings_userId_fkey" FOREIGN KEY ("userId") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AlterTable
ALTER TABLE "notifications" ADD COLUMN "mailedAt" TIMESTAMPTZ(3);
