import { spawn } from 'node:child_process';

/** Stops this process for a time, in seconds, as if the machine ran others. */
export function pauseProcess(seconds: number): void {
  spawn('sh', ['-c', `sleep ${seconds}; kill -CONT ${process.pid}`], { stdio: 'ignore' });
  process.kill(process.pid, 'SIGSTOP');
}
