-- The deleted spaces of an organization are listed by the time of their deletion.
CREATE INDEX "spaces_deleted_idx" ON "spaces" ("organizationId", "deletedAt", "id") WHERE "deletedAt" IS NOT NULL;
