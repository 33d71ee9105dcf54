const whenParentIsGone = `
  import { Socket } from 'node:net';
  const parent = new Socket({ fd: 3 });
  parent.on('error', () => undefined).on('close', () => process.kill(process.pid, 'SIGKILL'));
  parent.resume().unref();`;

/**
 * Flags of Node for a process that tests start with a pipe as its fourth file descriptor. It ends when the process that holds
 * the other end is gone, however that ended.
 */
export const endsWithParent: readonly string[] = [
  '--import',
  `data:text/javascript,${encodeURIComponent(whenParentIsGone)}`,
];
