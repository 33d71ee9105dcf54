import { existsSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { version } from '../app/process/version.ts';
import { ConfigError, readConfig } from '../config.ts';
import { commands } from './commands.ts';
import { exitCodeOf, sentenceOf } from './exit.ts';

/**
 * Runs a command line. A failure is one sentence on stderr and an exit code. Settings in `.env` of the working directory
 * apply where the environment has none.
 */
export async function run(args: readonly string[]): Promise<void> {
  try {
    if (existsSync('.env')) process.loadEnvFile('.env');
    await programOf().parseAsync(args, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) return end(error.exitCode);
    console.error(`octavo: ${sentenceOf(error)}`);
    if (wantsDetails(error)) console.error(error);
    return end(exitCodeOf(error));
  }
}

function programOf(): Command {
  const program = new Command('octavo')
    .description(
      'A documentation platform as an API. Settings come from the environment and from the file .env; see README.md.',
    )
    .version(version)
    .showHelpAfterError('(add --help for what there is)')
    .exitOverride();
  for (const command of commands()) program.addCommand(command);
  for (const command of program.commands) inherit(command);
  return program;
}

/** Makes Commander throw on invalid usage, in subcommands too. */
function inherit(command: Command) {
  command.exitOverride().showHelpAfterError('(add --help for what there is)');
  for (const child of command.commands) inherit(child);
}

function wantsDetails(error: unknown): boolean {
  if (error instanceof ConfigError) return false;
  return ['debug', 'trace'].includes(readConfig().LOG_LEVEL);
}

/** Exits immediately: anything still open belongs to a failed command. */
function end(code: number): void {
  process.exit(code);
}
