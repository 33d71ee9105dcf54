-- AlterTable
ALTER TABLE "api_tokens" ADD COLUMN     "samlProviderId" TEXT COLLATE "C";

-- AlterTable
ALTER TABLE "members" ADD COLUMN     "samlProviderId" TEXT COLLATE "C",
ADD COLUMN     "signedInAt" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "saml_providers" (
    "id" TEXT COLLATE "C" NOT NULL,
    "organizationId" TEXT COLLATE "C" NOT NULL,
    "label" TEXT NOT NULL,
    "entityID" TEXT COLLATE "C",
    "certificate" TEXT,
    "ssoURL" TEXT,
    "defaultTeamId" TEXT COLLATE "C",
    "defaultRole" TEXT,
    "signRequests" BOOLEAN NOT NULL DEFAULT false,
    "serviceKey" TEXT NOT NULL,
    "serviceCertificate" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "saml_providers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "saml_requests" (
    "id" TEXT COLLATE "C" NOT NULL,
    "providerId" TEXT COLLATE "C" NOT NULL,
    "returnTo" TEXT NOT NULL,
    "state" TEXT,
    "codeChallenge" TEXT NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "saml_requests_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "saml_assertions" (
    "providerId" TEXT COLLATE "C" NOT NULL,
    "assertionId" TEXT COLLATE "C" NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "saml_assertions_pkey" PRIMARY KEY ("providerId","assertionId")
);

-- CreateTable
CREATE TABLE "sign_in_codes" (
    "hash" TEXT COLLATE "C" NOT NULL,
    "userId" TEXT COLLATE "C" NOT NULL,
    "providerId" TEXT COLLATE "C" NOT NULL,
    "codeChallenge" TEXT NOT NULL,
    "sessionEndsAt" TIMESTAMPTZ(3),
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "usedAt" TIMESTAMPTZ(3),
    "tokenId" TEXT COLLATE "C",

    CONSTRAINT "sign_in_codes_pkey" PRIMARY KEY ("hash")
);

-- CreateIndex
CREATE INDEX "saml_providers_organizationId_createdAt_id_idx" ON "saml_providers"("organizationId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "saml_providers_defaultTeamId_idx" ON "saml_providers"("defaultTeamId");

-- CreateIndex
CREATE INDEX "saml_requests_providerId_idx" ON "saml_requests"("providerId");

-- CreateIndex
CREATE INDEX "saml_requests_expiresAt_idx" ON "saml_requests"("expiresAt");

-- CreateIndex
CREATE INDEX "saml_assertions_expiresAt_idx" ON "saml_assertions"("expiresAt");

-- CreateIndex
CREATE INDEX "sign_in_codes_userId_idx" ON "sign_in_codes"("userId");

-- CreateIndex
CREATE INDEX "sign_in_codes_providerId_idx" ON "sign_in_codes"("providerId");

-- CreateIndex
CREATE INDEX "sign_in_codes_expiresAt_idx" ON "sign_in_codes"("expiresAt");

-- CreateIndex
CREATE INDEX "api_tokens_samlProviderId_idx" ON "api_tokens"("samlProviderId");

-- CreateIndex
CREATE INDEX "members_samlProviderId_idx" ON "members"("samlProviderId");

-- AddForeignKey
ALTER TABLE "members" ADD CONSTRAINT "members_samlProviderId_fkey" FOREIGN KEY ("samlProviderId") REFERENCES "saml_providers"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "saml_providers" ADD CONSTRAINT "saml_providers_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "saml_providers" ADD CONSTRAINT "saml_providers_defaultTeamId_fkey" FOREIGN KEY ("defaultTeamId") REFERENCES "teams"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "saml_requests" ADD CONSTRAINT "saml_requests_providerId_fkey" FOREIGN KEY ("providerId") REFERENCES "saml_providers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "saml_assertions" ADD CONSTRAINT "saml_assertions_providerId_fkey" FOREIGN KEY ("providerId") REFERENCES "saml_providers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sign_in_codes" ADD CONSTRAINT "sign_in_codes_userId_fkey" FOREIGN KEY ("userId") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sign_in_codes" ADD CONSTRAINT "sign_in_codes_providerId_fkey" FOREIGN KEY ("providerId") REFERENCES "saml_providers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_samlProviderId_fkey" FOREIGN KEY ("samlProviderId") REFERENCES "saml_providers"("id") ON DELETE CASCADE ON UPDATE CASCADE;


ALTER TABLE "saml_providers"
  ADD CONSTRAINT "saml_providers_label_check" CHECK (char_length("label") BETWEEN 1 AND 30),
  ADD CONSTRAINT "saml_providers_defaultRole_check" CHECK ("defaultRole" IN ('read', 'comment', 'edit', 'review', 'create', 'admin'));

ALTER TABLE "api_tokens" DROP CONSTRAINT "api_tokens_kind_check";
ALTER TABLE "api_tokens"
  ADD CONSTRAINT "api_tokens_kind_check" CHECK ("kind" IN ('user', 'integration', 'installation', 'bootstrap', 'session'));
