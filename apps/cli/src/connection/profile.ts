import { readFileSync } from 'node:fs';
import { CommandFailure, ExitCode } from '../exit-code.js';

/** The part of a profile that the command line needs; other members (`.heed/demo.json` has many) are left alone. */
export interface Profile {
  collectUrl?: string;
  admin?: { deploy?: string; optout?: string; collect?: string; mailer?: string; token?: string };
}

export function readProfile(path: string): Profile {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Profile;
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'is no JSON' : "can't be read";
    throw new CommandFailure(ExitCode.usage, `The profile ${path} ${reason}.`);
  }
}
