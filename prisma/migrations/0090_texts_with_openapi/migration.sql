-- Texts that show operations of OpenAPI specifications are found without reading the others.
CREATE INDEX "documents_openapi_idx" ON "documents"("id") WHERE "markdown" ~ '\{%-?[ \t]*openapi';
