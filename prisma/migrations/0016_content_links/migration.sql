-- By hand: the links move to the states of their entries, and those of covers and link pages join them.
ALTER TABLE "content_links" RENAME TO "content_links_of_texts";
ALTER TABLE "content_links_of_texts" RENAME CONSTRAINT "content_links_pkey" TO "content_links_of_texts_pkey";

CREATE TABLE "content_links" (
    "line" TEXT COLLATE "C" NOT NULL,
    "entryId" TEXT COLLATE "C" NOT NULL,
    "fromSeq" INTEGER NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "source" TEXT NOT NULL,
    "startsAt" INTEGER,
    "endsAt" INTEGER,
    "url" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "targetId" TEXT COLLATE "C",
    "spaceId" TEXT COLLATE "C",
    "anchor" TEXT,
    "path" TEXT,

    CONSTRAINT "content_links_pkey" PRIMARY KEY ("line", "entryId", "fromSeq", "ordinal"),
    CONSTRAINT "content_links_source_check" CHECK ("source" IN ('text', 'cover', 'cover-dark', 'target', 'computed')),
    CONSTRAINT "content_links_kind_check" CHECK ("kind" IN ('page', 'file', 'url', 'app', 'openapi', 'broken')),
    CONSTRAINT "content_links_place_check" CHECK (("source" = 'text') = ("startsAt" IS NOT NULL AND "endsAt" IS NOT NULL))
);

INSERT INTO "content_links" ("line", "entryId", "fromSeq", "ordinal", "source", "startsAt", "endsAt", "url", "kind", "targetId", "anchor")
SELECT e."line", e."entryId", e."fromSeq", l."ordinal" + 10, 'text', l."startsAt", l."endsAt", l."url", l."kind", l."targetId", l."anchor"
FROM "content_links_of_texts" l
JOIN "content_entries" e ON e."entryId" = l."pageId" AND e."documentId" = l."documentId";

INSERT INTO "content_links" ("line", "entryId", "fromSeq", "ordinal", "source", "url", "kind", "targetId", "anchor")
SELECT e."line", e."entryId", e."fromSeq", r."ordinal", r."source", coalesce(r."ref"->>'url', ''),
  CASE r."ref"->>'kind' WHEN 'anchor' THEN 'page' ELSE r."ref"->>'kind' END,
  coalesce(r."ref"->>'page', r."ref"->>'file'), r."ref"->>'anchor'
FROM "content_entries" e
CROSS JOIN LATERAL (VALUES
  (0, 'cover', e."attributes"->'cover'->'ref'),
  (1, 'cover-dark', e."attributes"->'cover'->'refDark'),
  (2, 'target', e."attributes"->'target')) r("ordinal", "source", "ref")
WHERE e."kind" = 'page' AND r."ref"->>'kind' IN ('page', 'anchor', 'file', 'url');

DROP TABLE "content_links_of_texts";

-- AddForeignKey
ALTER TABLE "content_links" ADD CONSTRAINT "content_links_line_entryId_fromSeq_fkey" FOREIGN KEY ("line", "entryId", "fromSeq") REFERENCES "content_entries"("line", "entryId", "fromSeq") ON DELETE CASCADE ON UPDATE CASCADE;

-- What leads to a page or file, and what would lead to a page of a path.
CREATE INDEX "content_links_target_idx" ON "content_links" ("line", "targetId") WHERE "targetId" IS NOT NULL;
CREATE INDEX "content_links_path_idx" ON "content_links" ("line", "path") WHERE "path" IS NOT NULL;
