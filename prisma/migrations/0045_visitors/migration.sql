-- AlterTable
ALTER TABLE "jobs" ADD COLUMN "visitor" JSONB;

-- Texts that depend on the visitor are found without reading the others.
CREATE INDEX "documents_visitor_idx" ON "documents"("id")
  WHERE "markdown" ~ '\{%-?[ \t]*if|\{\{[^{}\n]*visitor|"expression">[^<\n]*visitor';
