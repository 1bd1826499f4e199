import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TestResult {
  passed: number;
  failed: number;
  /** Full names of failed tests, and files that didn't even load. */
  failures: string[];
}

interface JestReport {
  numPassedTests: number;
  testResults: {
    name: string;
    status: 'passed' | 'failed';
    message: string;
    assertionResults: { fullName: string; status: string }[];
  }[];
}

/** All tests, shown as they go. Skipped ones count as failed: a test that never runs proves nothing. */
export async function runJest(signal?: AbortSignal): Promise<TestResult> {
  const folder = mkdtempSync(join(tmpdir(), 'heed-jest-'));
  const reportFile = join(folder, 'report.json');
  try {
    const options = ['--maxWorkers=2', '--json', `--outputFile=${reportFile}`];
    const code = await new Promise<number | null>((resolve) => {
      const child = spawn(process.execPath, ['node_modules/jest/bin/jest.js', ...options], {
        // What --json prints goes to the report; people read what goes to standard error.
        stdio: ['ignore', 'ignore', 'inherit'],
        env: {
          ...process.env,
          NODE_OPTIONS: '--experimental-vm-modules --no-warnings',
          ...(!process.stderr.isTTY && { FORCE_COLOR: '0' }),
        },
        ...(signal && { signal, killSignal: 'SIGINT' as const }),
      });
      child.on('error', () => {});
      child.on('close', resolve);
    });
    return read(reportFile, code);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function read(reportFile: string, code: number | null): TestResult {
  try {
    const report = JSON.parse(readFileSync(reportFile, 'utf8')) as JestReport;
    const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
      const failed = assertionResults
        .filter((test) => test.status !== 'passed')
        .map((test) => `${relative(name)} › ${test.fullName}`);
      return failed.length === 0 && status === 'failed' ? [`${relative(name)}: ${message.trim()}`] : failed;
    });
    if (code !== 0 && failures.length === 0) failures.push(`Jest ended with ${code}`);
    return { passed: report.numPassedTests, failed: failures.length, failures };
  } catch {
    return { passed: 0, failed: 1, failures: [`Jest ended with ${code}, without a report`] };
  }
}

function relative(path: string): string {
  return path.replace(`${process.cwd()}/`, '');
}
