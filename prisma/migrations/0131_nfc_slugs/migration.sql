-- Slugs are in Unicode NFC, and paths are looked up so; those that were stored before are normalized here. A page stays as
-- it is where a sibling has the same slug already.
UPDATE "content_entries" e SET "slug" = normalize(e."slug", NFC)
WHERE e."slug" IS NOT NFC NORMALIZED AND (e."toSeq" IS NOT NULL OR e."deleted" OR NOT EXISTS (
  SELECT FROM "content_entries" o
  WHERE o."line" = e."line" AND o."entryId" <> e."entryId" AND o."parentId" IS NOT DISTINCT FROM e."parentId"
    AND o."toSeq" IS NULL AND NOT o."deleted" AND normalize(o."slug", NFC) = normalize(e."slug", NFC)));

UPDATE "page_redirects" r SET "slug" = normalize(r."slug", NFC)
WHERE r."slug" IS NOT NFC NORMALIZED AND NOT EXISTS (
  SELECT FROM "page_redirects" o
  WHERE o."spaceId" = r."spaceId" AND o."parentId" = r."parentId" AND o."slug" <> r."slug"
    AND normalize(o."slug", NFC) = normalize(r."slug", NFC));

UPDATE "content_links" SET "path" = normalize("path", NFC) WHERE "path" IS NOT NFC NORMALIZED;
