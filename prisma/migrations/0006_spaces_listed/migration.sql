-- The spaces of an organization, newest first, with what decides who reads them: counted without a look at the table.
CREATE INDEX "spaces_listed_idx" ON "spaces" ("organizationId", "createdAt", "id") INCLUDE ("parentId", "defaultLevel") WHERE "deletedAt" IS NULL;
