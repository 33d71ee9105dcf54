-- CreateIndex
CREATE INDEX "events_organizationId_type_position_idx" ON "events"("organizationId", "type", "position");

-- CreateIndex
CREATE INDEX "events_organizationId_spaceId_position_idx" ON "events"("organizationId", "spaceId", "position");

-- CreateIndex
CREATE INDEX "events_organizationId_actorId_position_idx" ON "events"("organizationId", "actorId", "position");

-- CreateIndex
CREATE INDEX "events_organizationId_subjectId_position_idx" ON "events"("organizationId", "subjectId", "position");

CREATE INDEX "events_organizationId_siteId_position_idx" ON "events"("organizationId", "siteId", "position") WHERE "siteId" IS NOT NULL;
