import { defineConfig } from 'vitest/config';

// graphql 16 ships twice (index.js, index.mjs). Vite would pick the second, Pothos the first, and two graphqls refuse
// each other's schemas.
const alias = [{ find: /^graphql$/, replacement: 'graphql/index.js' }];

export default defineConfig({
  resolve: { alias },
  test: { include: ['test/**/*.test.ts'], testTimeout: 30_000, hookTimeout: 60_000 },
});
