-- Unlogged: the rows are worth something for seconds, and a standby that was promoted has other positions.
CREATE UNLOGGED TABLE "caller_positions" (
    "userId" TEXT COLLATE "C" NOT NULL,
    "position" BIGINT NOT NULL,
    "notedAt" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "caller_positions_pkey" PRIMARY KEY ("userId")
);
CREATE INDEX "caller_positions_notedAt_idx" ON "caller_positions"("notedAt");
