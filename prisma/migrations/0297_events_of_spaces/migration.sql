-- The feed of a quiet space is read by the index of spaces, whatever the instance holds. Generic plans know averages alone: where
-- there are few spaces, or where most organizations have few events, PostgreSQL would read all events of a large organization.
-- So it believes that organizations are large and spaces, sites and actors small.
ALTER TABLE "events" ALTER COLUMN "organizationId" SET (n_distinct = 50);
ALTER TABLE "events" ALTER COLUMN "spaceId" SET (n_distinct = 5000);
ALTER TABLE "events" ALTER COLUMN "siteId" SET (n_distinct = 5000);
ALTER TABLE "events" ALTER COLUMN "actorId" SET (n_distinct = 5000);
