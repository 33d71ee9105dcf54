import { relative } from 'node:path';
import { expect } from 'vitest';
import { replaceRsaKeys } from './rsa-keys.ts';
import { replaceRandom, seedFile } from './seed.ts';

// Runs before each test file.
replaceRandom();
replaceRsaKeys();
seedFile(relative(process.cwd(), expect.getState().testPath ?? ''));
