import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { writeNextMigration } from '../../scripts/next-migration.ts';
import { missingSql, withCodeCollation } from '../../scripts/schema-engine.ts';
import { migrationsDirectory, readMigrations } from '../../src/db/migration-files.ts';
import { isWhole } from '../setup/size.ts';
import { migrationFolder } from './migration-folder.ts';

test('models and migrations agree; the check names a plain index, and lets pass what models cannot say', async () => {
  const directory = await migrationFolder({});
  await cp(migrationsDirectory, directory, { recursive: true });
  await mkdir(path.join(directory, '9999_extra'));
  await writeFile(
    path.join(directory, '9999_extra', 'migration.sql'),
    `create index seen on comments ("editedAt");
     create index partial on comments ("editedAt") where "editedAt" is not null;
     create unique index partial_unique on teams ("organizationId") where "title" = 'Everyone';
     create index expression on users (lower("displayName"));
     create index words on documents using gin (to_tsvector('simple', "markdown"));
     alter table comments add constraint checked check ("replies" >= 0);`,
  );
  expect(await missingSql(directory)).toBe('-- DropIndex\nDROP INDEX "seen";\n');
});

// The command that writes it compares as the check does, twice.
test.runIf(isWhole)(
  'the next migration holds what the models want, runs, and is not written a second time',
  async () => {
    // Models cannot say that an index needs an extension.
    const directory = await migrationFolder({ '0001_extension': 'create extension pg_trgm;' });
    const first = await writeNextMigration({ name: 'foundation', empty: false, directory });
    const written = path.join(directory, '0002_foundation', 'migration.sql');
    expect(first).toEqual({ written });
    const sql = await readFile(written, 'utf8');
    expect(sql).toContain(
      '"spaceId" TEXT COLLATE "C" NOT NULL,\n    "line" TEXT COLLATE "C" NOT NULL,\n    "seq" INTEGER NOT NULL',
    );

    const again = await writeNextMigration({ name: 'again', empty: false, directory });
    expect(again).toEqual({ refused: expect.stringContaining('Models and migrations agree') });
  },
);

// Compares a third time, which takes as long as the other two.
test.runIf(isWhole)('a migration for SQL by hand is written when models and migrations agree', async () => {
  const directory = await migrationFolder({});
  await cp(migrationsDirectory, directory, { recursive: true });
  const last = (await readMigrations(directory)).at(-1)?.name.slice(0, 4);
  const next = String(Number(last) + 1).padStart(4, '0');
  const empty = await writeNextMigration({ name: 'by_hand', empty: true, directory });
  expect(empty).toEqual({ written: path.join(directory, `${next}_by_hand`, 'migration.sql') });
});

test('a migration that does not run is named', async () => {
  const directory = await migrationFolder({ '0001_broken': 'create table' });
  await expect(missingSql(directory)).rejects.toThrow('Migration 0001_broken does not run on an empty database.');
});

test('a name that is not in snake_case is refused', async () => {
  expect(await writeNextMigration({ name: '../x', empty: true })).toEqual({
    refused: expect.stringContaining('"../x"'),
  });
});

test.each([
  ['"id" TEXT NOT NULL', '"id" TEXT COLLATE "C" NOT NULL'],
  ['ADD COLUMN     "blobHash" TEXT,', 'ADD COLUMN     "blobHash" TEXT COLLATE "C",'],
  ['ADD COLUMN     "ownerId" TEXT;', 'ADD COLUMN     "ownerId" TEXT COLLATE "C";'],
  ['"id" TEXT COLLATE "C" NOT NULL', '"id" TEXT COLLATE "C" NOT NULL'],
  ['"title" TEXT NOT NULL', '"title" TEXT NOT NULL'],
  ['"id" TEXT[]', '"id" TEXT[]'],
])('ids, hashes and order keys get the collation "C": %s', (before, after) => {
  expect(withCodeCollation(before)).toBe(after);
});
