-- CreateTable
CREATE TABLE "scim_tokens" (
    "providerId" TEXT COLLATE "C" NOT NULL,
    "hash" TEXT COLLATE "C" NOT NULL,
    "lastFour" TEXT NOT NULL,
    "createdById" TEXT COLLATE "C",
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "lastUsedAt" TIMESTAMPTZ(3),

    CONSTRAINT "scim_tokens_pkey" PRIMARY KEY ("providerId")
);

-- CreateTable
CREATE TABLE "scim_users" (
    "providerId" TEXT COLLATE "C" NOT NULL,
    "userId" TEXT COLLATE "C" NOT NULL,
    "userName" TEXT NOT NULL,
    "userNameKey" TEXT NOT NULL,
    "externalId" TEXT COLLATE "C",
    "profile" JSONB NOT NULL,
    "made" BOOLEAN NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "scim_users_pkey" PRIMARY KEY ("providerId","userId")
);

-- CreateTable
CREATE TABLE "scim_groups" (
    "teamId" TEXT COLLATE "C" NOT NULL,
    "providerId" TEXT COLLATE "C" NOT NULL,
    "displayName" TEXT NOT NULL,
    "nameKey" TEXT NOT NULL,
    "externalId" TEXT COLLATE "C",
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "scim_groups_pkey" PRIMARY KEY ("teamId")
);

-- CreateIndex
CREATE UNIQUE INDEX "scim_tokens_hash_key" ON "scim_tokens"("hash");

-- CreateIndex
CREATE INDEX "scim_users_providerId_externalId_idx" ON "scim_users"("providerId", "externalId");

-- CreateIndex
CREATE INDEX "scim_users_providerId_createdAt_userId_idx" ON "scim_users"("providerId", "createdAt", "userId");

-- CreateIndex
CREATE INDEX "scim_users_userId_idx" ON "scim_users"("userId");

-- CreateIndex
CREATE UNIQUE INDEX "scim_users_providerId_userNameKey_key" ON "scim_users"("providerId", "userNameKey");

-- CreateIndex
CREATE INDEX "scim_groups_providerId_externalId_idx" ON "scim_groups"("providerId", "externalId");

-- CreateIndex
CREATE INDEX "scim_groups_providerId_createdAt_teamId_idx" ON "scim_groups"("providerId", "createdAt", "teamId");

-- CreateIndex
CREATE UNIQUE INDEX "scim_groups_providerId_nameKey_key" ON "scim_groups"("providerId", "nameKey");

-- AddForeignKey
ALTER TABLE "scim_tokens" ADD CONSTRAINT "scim_tokens_providerId_fkey" FOREIGN KEY ("providerId") REFERENCES "login_providers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scim_users" ADD CONSTRAINT "scim_users_providerId_fkey" FOREIGN KEY ("providerId") REFERENCES "login_providers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scim_users" ADD CONSTRAINT "scim_users_userId_fkey" FOREIGN KEY ("userId") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scim_groups" ADD CONSTRAINT "scim_groups_providerId_fkey" FOREIGN KEY ("providerId") REFERENCES "login_providers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scim_groups" ADD CONSTRAINT "scim_groups_teamId_fkey" FOREIGN KEY ("teamId") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;
