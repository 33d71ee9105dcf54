-- Operations of a specification are listed by title, of which only the beginning fits an index.
CREATE INDEX "openapi_parts_operations_idx" ON "openapi_parts" ("specId", (left("title", 100)), "key")
  WHERE "data" ->> 'method' IS NOT NULL;
