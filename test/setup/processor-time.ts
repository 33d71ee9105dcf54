import { existsSync, readFileSync } from 'node:fs';

const ownStatus = '/proc/self/stat';

/**
 * Returns the processor time of this process and of its ended children, in seconds. Where the system does not tell that of
 * children, it is left out.
 */
export function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  const own = (user + system) / 1e6;
  if (!existsSync(ownStatus)) return own;
  // The name of the program, which may hold spaces, ends with a parenthesis. proc(5) counts these times in hundredths.
  const [, fields = ''] = readFileSync(ownStatus, 'utf8').split(') ');
  const [childrenUser, childrenSystem] = fields.split(' ').slice(13, 15).map(Number);
  return own + ((childrenUser ?? 0) + (childrenSystem ?? 0)) / 100;
}
