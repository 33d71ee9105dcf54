-- CreateTable
-- No row outlives its transaction, so none has to survive a crash.
CREATE UNLOGGED TABLE "event_batches" (
    "id" TEXT COLLATE "C" NOT NULL,
    "organizationId" TEXT COLLATE "C" NOT NULL,
    "events" JSONB NOT NULL,
    "task" TEXT,

    CONSTRAINT "event_batches_pkey" PRIMARY KEY ("id")
);

-- Adds the job that tells of the events of an organization. There is one for all that wait.
CREATE FUNCTION add_dispatch(task text, organization text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM graphile_worker.add_job(task, json_build_object('id', organization), job_key => organization, priority => -1);
END $$;

-- Gives the events of a batch their positions, as a part of the commit.
CREATE FUNCTION write_event_batch() RETURNS trigger LANGUAGE plpgsql AS $$
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
  IF new.task IS NOT NULL THEN PERFORM add_dispatch(new.task, new."organizationId"); END IF;
  RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER write_event_batch AFTER INSERT ON "event_batches"
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION write_event_batch();
