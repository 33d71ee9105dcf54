import { existsSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { programName } from '../lib/program.ts';
import { ConfigError, readConfig } from '../config.ts';
import { commands } from './commands.ts';
import { chooseExitCode, writeSentence } from './exit.ts';

/**
 * Runs a command line. A failure is reported as a message on stderr and an exit code. The file `.env` in the working
 * directory provides settings that the environment does not have.
 */
export async function run(args: readonly string[]): Promise<void> {
  hearOutput();
  try {
    if (existsSync('.env')) process.loadEnvFile('.env');
    await programOf().parseAsync(args, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) return end(error.exitCode);
    console.error(`octavo: ${writeSentence(error)}`);
    if (wantsDetails(error)) console.error(error);
    return end(chooseExitCode(error));
  }
}

/** Lets a command go on, and keep its exit code, when nobody reads its output any longer. */
function hearOutput() {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}

function programOf(): Command {
  const program = new Command('octavo')
    .description(
      'A documentation platform as an API. Settings are read from the environment and the file .env; see README.md.',
    )
    .version(programName)
    .showHelpAfterError('(see --help for usage)')
    .exitOverride();
  for (const command of commands()) program.addCommand(command);
  for (const command of program.commands) inherit(command);
  return program;
}

/** Makes Commander throw on invalid usage, in subcommands too. */
function inherit(command: Command) {
  command.exitOverride().showHelpAfterError('(see --help for usage)');
  for (const child of command.commands) inherit(child);
}

function wantsDetails(error: unknown): boolean {
  if (error instanceof ConfigError) return false;
  return ['debug', 'trace'].includes(readConfig().LOG_LEVEL);
}

/** Exits immediately. Resources that are still open belong to a failed command, and would delay the exit. */
function end(code: number): void {
  process.exit(code);
}
