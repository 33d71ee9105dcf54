-- CreateTable
CREATE TABLE "oidc_providers" (
    "id" TEXT COLLATE "C" NOT NULL,
    "issuer" TEXT NOT NULL,
    "clientId" TEXT COLLATE "C" NOT NULL,
    "sealedSecret" TEXT,
    "scopes" TEXT[] NOT NULL,
    "admits" TEXT NOT NULL DEFAULT 'domains',
    "trust" TEXT NOT NULL DEFAULT 'verified',
    "requires" JSONB,
    "roles" JSONB NOT NULL DEFAULT '[]',

    CONSTRAINT "oidc_providers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sign_in_requests" (
    "id" TEXT COLLATE "C" NOT NULL,
    "providerId" TEXT COLLATE "C" NOT NULL,
    "nonce" TEXT NOT NULL,
    "sealedVerifier" TEXT NOT NULL,
    "returnTo" TEXT NOT NULL,
    "state" TEXT,
    "codeChallenge" TEXT NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sign_in_requests_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "removed_identities" (
    "providerId" TEXT COLLATE "C" NOT NULL,
    "subject" TEXT NOT NULL,
    "organizationId" TEXT COLLATE "C" NOT NULL,
    "userId" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "removed_identities_pkey" PRIMARY KEY ("providerId","subject")
);

-- CreateIndex
CREATE INDEX "sign_in_requests_providerId_idx" ON "sign_in_requests"("providerId");

-- CreateIndex
CREATE INDEX "sign_in_requests_expiresAt_idx" ON "sign_in_requests"("expiresAt");

-- CreateIndex
CREATE INDEX "removed_identities_organizationId_userId_idx" ON "removed_identities"("organizationId", "userId");

-- AddForeignKey
ALTER TABLE "oidc_providers" ADD CONSTRAINT "oidc_providers_id_fkey" FOREIGN KEY ("id") REFERENCES "login_providers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sign_in_requests" ADD CONSTRAINT "sign_in_requests_providerId_fkey" FOREIGN KEY ("providerId") REFERENCES "oidc_providers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "removed_identities" ADD CONSTRAINT "removed_identities_providerId_fkey" FOREIGN KEY ("providerId") REFERENCES "login_providers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "removed_identities" ADD CONSTRAINT "removed_identities_organizationId_userId_fkey" FOREIGN KEY ("organizationId", "userId") REFERENCES "member_removals"("organizationId", "userId") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "oidc_providers"
  ADD CONSTRAINT "oidc_providers_admits_check" CHECK ("admits" IN ('domains', 'everyone')),
  ADD CONSTRAINT "oidc_providers_trust_check" CHECK ("trust" IN ('verified', 'unless-denied', 'all'));

-- A managed user whose address does not count has none.
ALTER TABLE "users" DROP CONSTRAINT "users_managed_check",
  ADD CONSTRAINT "users_managed_check" CHECK (CASE WHEN "organizationId" IS NULL THEN "assertedEmail" IS NULL
    ELSE "email" IS NULL AND NOT "isInstanceAdmin" END);
