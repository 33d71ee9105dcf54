-- AlterTable
ALTER TABLE "sign_in_codes" ALTER COLUMN "providerId" DROP NOT NULL;

-- CreateTable
CREATE TABLE "passkeys" (
    "id" TEXT COLLATE "C" NOT NULL,
    "userId" TEXT COLLATE "C" NOT NULL,
    "credentialId" TEXT COLLATE "C" NOT NULL,
    "publicKey" BYTEA NOT NULL,
    "algorithm" INTEGER NOT NULL,
    "counter" BIGINT NOT NULL DEFAULT 0,
    "rpId" TEXT COLLATE "C" NOT NULL,
    "name" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastUsedAt" TIMESTAMPTZ(3),

    CONSTRAINT "passkeys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "passkey_challenges" (
    "hash" TEXT COLLATE "C" NOT NULL,
    "purpose" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "passkey_challenges_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "session_places" (
    "tokenId" TEXT COLLATE "C" NOT NULL,
    "browser" TEXT,
    "system" TEXT,
    "address" TEXT,

    CONSTRAINT "session_places_pkey" PRIMARY KEY ("tokenId")
);

-- CreateTable
CREATE TABLE "sign_in_links" (
    "hash" TEXT COLLATE "C" NOT NULL,
    "purpose" TEXT NOT NULL,
    "userId" TEXT COLLATE "C" NOT NULL,
    "organizationId" TEXT COLLATE "C",
    "createdById" TEXT COLLATE "C",
    "provesAddress" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sign_in_links_pkey" PRIMARY KEY ("hash")
);

-- CreateIndex
CREATE UNIQUE INDEX "passkeys_credentialId_key" ON "passkeys"("credentialId");

-- CreateIndex
CREATE INDEX "passkeys_userId_createdAt_id_idx" ON "passkeys"("userId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "passkey_challenges_expiresAt_idx" ON "passkey_challenges"("expiresAt");

-- CreateIndex
CREATE INDEX "sign_in_links_userId_idx" ON "sign_in_links"("userId");

-- CreateIndex
CREATE INDEX "sign_in_links_createdById_idx" ON "sign_in_links"("createdById");

-- CreateIndex
CREATE INDEX "sign_in_links_organizationId_idx" ON "sign_in_links"("organizationId");

-- CreateIndex
CREATE INDEX "sign_in_links_expiresAt_idx" ON "sign_in_links"("expiresAt");

-- AddForeignKey
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_userId_fkey" FOREIGN KEY ("userId") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "session_places" ADD CONSTRAINT "session_places_tokenId_fkey" FOREIGN KEY ("tokenId") REFERENCES "api_tokens"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sign_in_links" ADD CONSTRAINT "sign_in_links_userId_fkey" FOREIGN KEY ("userId") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sign_in_links" ADD CONSTRAINT "sign_in_links_createdById_fkey" FOREIGN KEY ("createdById") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sign_in_links" ADD CONSTRAINT "sign_in_links_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The address by which an organization invited a person is no address of theirs either.
ALTER TABLE "users" DROP CONSTRAINT users_managed_check;
ALTER TABLE "users" ADD CONSTRAINT users_managed_check CHECK (
  ("organizationId" IS NULL OR ("email" IS NULL AND NOT "isInstanceAdmin"))
  AND ("assertedEmail" IS NULL OR "email" IS NULL));
