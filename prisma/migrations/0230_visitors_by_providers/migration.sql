-- AlterTable
ALTER TABLE "sign_in_requests" ADD COLUMN     "siteId" TEXT COLLATE "C";

-- AlterTable
ALTER TABLE "site_visitor_auth" ADD COLUMN     "membersOnly" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "providerId" TEXT COLLATE "C";

-- CreateIndex
CREATE INDEX "sign_in_requests_siteId_idx" ON "sign_in_requests"("siteId");

-- CreateIndex
CREATE INDEX "site_visitor_auth_providerId_idx" ON "site_visitor_auth"("providerId");

-- AddForeignKey
ALTER TABLE "sign_in_requests" ADD CONSTRAINT "sign_in_requests_siteId_fkey" FOREIGN KEY ("siteId") REFERENCES "sites"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "site_visitor_auth" ADD CONSTRAINT "site_visitor_auth_providerId_fkey" FOREIGN KEY ("providerId") REFERENCES "login_providers"("id") ON DELETE SET NULL ON UPDATE CASCADE;
