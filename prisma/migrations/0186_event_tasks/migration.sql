-- How far the events of an organization were dispatched to its webhooks.
CREATE TABLE "event_dispatches" (
    "organizationId" TEXT COLLATE "C" NOT NULL,
    "position" BIGINT NOT NULL,

    CONSTRAINT "event_dispatches_pkey" PRIMARY KEY ("organizationId"),
    CONSTRAINT "event_dispatches_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- What is to be done with events, while it is.
CREATE TABLE "event_tasks" (
    "key" TEXT COLLATE "C" NOT NULL,
    "task" TEXT NOT NULL,
    "organizationId" TEXT COLLATE "C" NOT NULL,
    "dueAt" TIMESTAMPTZ(3) NOT NULL,
    "lockedBy" TEXT,
    "lockedUntil" TIMESTAMPTZ(3),

    CONSTRAINT "event_tasks_pkey" PRIMARY KEY ("key")
) WITH (fillfactor = 50);

-- A webhook that has become active again is sent what it has missed, beside what happens now.
ALTER TABLE "webhooks" ADD COLUMN "catchesUp" BOOLEAN NOT NULL DEFAULT false;
CREATE INDEX "webhooks_catching_up_idx" ON "webhooks"("organizationId") WHERE "catchesUp";

-- The active webhooks of a place, or of the organization as a whole.
CREATE INDEX "webhooks_active_idx" ON "webhooks"("organizationId", (COALESCE("spaceId", "collectionId", "siteId", ''))) WHERE "active";

INSERT INTO "event_dispatches" ("organizationId", "position")
SELECT "organizationId", min("cursor") FROM "webhooks" WHERE "active" GROUP BY "organizationId";

-- Adds a task, or makes one due that waits.
CREATE FUNCTION add_event_task(task text, key text, organization text) RETURNS void LANGUAGE sql AS $$
  INSERT INTO event_tasks AS known (key, task, "organizationId", "dueAt") VALUES (key, task, organization, now())
  ON CONFLICT ON CONSTRAINT event_tasks_pkey DO UPDATE SET "dueAt" = excluded."dueAt" WHERE known."dueAt" > excluded."dueAt"
$$;

-- The given spaces, collections and sites, and the collections around them.
CREATE FUNCTION places_of(ids text[]) RETURNS SETOF text STABLE LANGUAGE sql AS $$
  WITH RECURSIVE above(id) AS (
    SELECT unnest(ids) COLLATE "C"
    UNION
    SELECT node."parentId" FROM above, LATERAL (
      SELECT "parentId" FROM spaces WHERE id = above.id UNION ALL SELECT "parentId" FROM collections WHERE id = above.id
    ) node WHERE node."parentId" IS NOT NULL
  )
  SELECT id FROM above
$$;

SELECT add_event_task('send-events', w.id, w."organizationId") FROM "webhooks" w
WHERE EXISTS (SELECT FROM "webhook_deliveries" d WHERE d."webhookId" = w.id AND d."state" = 'pending');
SELECT add_event_task('dispatch-events', o.id, o.id) FROM "organizations" o
WHERE EXISTS (SELECT FROM "event_streams" s WHERE s."organizationId" = o.id);

-- These tasks were jobs of the queue.
DO $$ BEGIN
  IF to_regclass('graphile_worker.jobs') IS NOT NULL THEN
    PERFORM graphile_worker.complete_jobs(array(
      SELECT id FROM graphile_worker.jobs WHERE task_identifier IN ('dispatch-events', 'deliver-events')));
  END IF;
END $$;

CREATE OR REPLACE FUNCTION write_event_batch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH stream AS (
    INSERT INTO event_streams AS known ("organizationId", position)
    VALUES (new."organizationId", jsonb_array_length(new.events))
    ON CONFLICT ("organizationId") DO UPDATE SET position = known.position + excluded.position
    RETURNING position - jsonb_array_length(new.events) AS before
  )
  INSERT INTO events (id, "organizationId", position, type, "subjectId", "subjectLabel", "spaceId", "collectionId", "siteId",
    "changeRequestId", "actorId", "requestId", source, "tokenId", address, "userAgent", data, "createdAt")
  SELECT e.id, new."organizationId", stream.before + e.nth, e.type, e."subjectId", e."subjectLabel", e."spaceId",
    e."collectionId", e."siteId", e."changeRequestId", u.id, e."requestId", e.source, k.id, e.address, e."userAgent", e.data,
    e."createdAt"
  FROM stream CROSS JOIN jsonb_to_recordset(new.events) AS e (id text, nth int, type text, "subjectId" text,
    "subjectLabel" text, "spaceId" text, "collectionId" text, "siteId" text, "changeRequestId" text, "actorId" text,
    "requestId" text, source text, "tokenId" text, address text, "userAgent" text, data jsonb, "createdAt" timestamptz)
  LEFT JOIN users u ON u.id = e."actorId" LEFT JOIN api_tokens k ON k.id = e."tokenId";
  DELETE FROM event_batches WHERE id = new.id;
  IF new.task IS NOT NULL THEN PERFORM add_event_task(new.task, new."organizationId", new."organizationId"); END IF;
  RETURN NULL;
END $$;

DROP FUNCTION add_dispatch(text, text);
DROP FUNCTION add_keyed_job(text, json, text, text, timestamptz, integer, text[]);
