-- AlterTable
ALTER TABLE "saml_requests" ADD COLUMN     "siteId" TEXT COLLATE "C";

-- CreateIndex
CREATE INDEX "saml_requests_siteId_idx" ON "saml_requests"("siteId");

-- AddForeignKey
ALTER TABLE "saml_requests" ADD CONSTRAINT "saml_requests_siteId_fkey" FOREIGN KEY ("siteId") REFERENCES "sites"("id") ON DELETE CASCADE ON UPDATE CASCADE;
