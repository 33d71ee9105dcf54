import { relative } from 'node:path';
import { expect } from 'vitest';
import { replaceRandom, seedFile } from './seed.ts';

// Runs before each test file.
replaceRandom();
seedFile(relative(process.cwd(), expect.getState().testPath ?? ''));
