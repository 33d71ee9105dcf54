-- A key knows the effect of its request from the transaction that has it, and who holds it as long as the request runs.
ALTER TABLE "idempotency_keys" ADD COLUMN "effect" JSONB,
ADD COLUMN "holder" TEXT,
ADD COLUMN "seenAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;
