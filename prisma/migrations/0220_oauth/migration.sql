-- Tokens of clients that a person allowed something.
ALTER TABLE "api_tokens" DROP CONSTRAINT "api_tokens_kind_check",
  ADD CONSTRAINT "api_tokens_kind_check" CHECK ("kind" IN ('user', 'integration', 'installation', 'bootstrap', 'session', 'oauth'));

-- CreateTable
CREATE TABLE "oauth_grants" (
    "tokenId" TEXT COLLATE "C" NOT NULL,
    "clientId" TEXT COLLATE "C" NOT NULL,
    "clientName" TEXT NOT NULL,
    "redirectURL" TEXT NOT NULL,
    "resource" TEXT NOT NULL,
    "family" TEXT NOT NULL,
    "refreshHash" TEXT COLLATE "C" NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "oauth_grants_pkey" PRIMARY KEY ("tokenId")
);

-- CreateTable
CREATE TABLE "oauth_codes" (
    "hash" TEXT COLLATE "C" NOT NULL,
    "userId" TEXT COLLATE "C" NOT NULL,
    "organizationId" TEXT COLLATE "C" NOT NULL,
    "clientId" TEXT COLLATE "C" NOT NULL,
    "clientName" TEXT NOT NULL,
    "redirectURL" TEXT NOT NULL,
    "resource" TEXT NOT NULL,
    "scopes" TEXT[] NOT NULL,
    "codeChallenge" TEXT NOT NULL,
    "grantEndsAt" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "usedAt" TIMESTAMPTZ(3),
    "tokenId" TEXT COLLATE "C",

    CONSTRAINT "oauth_codes_pkey" PRIMARY KEY ("hash")
);

-- CreateIndex
CREATE UNIQUE INDEX "oauth_grants_family_key" ON "oauth_grants"("family");

-- CreateIndex
CREATE INDEX "oauth_codes_userId_idx" ON "oauth_codes"("userId");

-- CreateIndex
CREATE INDEX "oauth_codes_organizationId_idx" ON "oauth_codes"("organizationId");

-- CreateIndex
CREATE INDEX "oauth_codes_expiresAt_idx" ON "oauth_codes"("expiresAt");

-- AddForeignKey
ALTER TABLE "oauth_grants" ADD CONSTRAINT "oauth_grants_tokenId_fkey" FOREIGN KEY ("tokenId") REFERENCES "api_tokens"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_codes" ADD CONSTRAINT "oauth_codes_userId_fkey" FOREIGN KEY ("userId") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_codes" ADD CONSTRAINT "oauth_codes_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
