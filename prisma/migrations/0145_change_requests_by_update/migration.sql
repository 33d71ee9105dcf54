-- CreateIndex
CREATE INDEX "change_requests_spaceId_updatedAt_id_idx" ON "change_requests"("spaceId", "updatedAt", "id");
