const names = ['NODE_OPTIONS', 'TEST_CLOCK', 'TEST_CLOCK_STARTED_AT', 'TEST_BENT_BYTES'];

/** Returns what a process that does not inherit the environment needs for the clock and bytes of `npm run test:chance`. */
export const chanceSettings = (): Record<string, string> =>
  process.env['TEST_CLOCK'] === undefined && process.env['TEST_BENT_BYTES'] === undefined
    ? {}
    : Object.fromEntries(names.map((name) => [name, process.env[name] ?? '']).filter(([, value]) => value !== ''));
