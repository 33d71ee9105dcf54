const clockNames = ['TEST_CLOCK', 'TEST_CLOCK_STARTED_AT'];
const names = ['NODE_OPTIONS', ...clockNames, 'TEST_BENT_BYTES'];

const settingsOf = (given: readonly string[]): Record<string, string> =>
  Object.fromEntries(given.map((name) => [name, process.env[name] ?? '']).filter(([, value]) => value !== ''));

/** Returns what a process that does not inherit the environment needs for the clock and bytes of `npm run test:chance`. */
export const chanceSettings = (): Record<string, string> =>
  process.env['TEST_CLOCK'] === undefined && process.env['TEST_BENT_BYTES'] === undefined ? {} : settingsOf(names);

/** Returns what `other-clock.mjs` needs; nothing when the clock is that of the machine. */
export const clockSettings = (): Record<string, string> =>
  process.env['TEST_CLOCK'] === undefined ? {} : settingsOf(clockNames);
