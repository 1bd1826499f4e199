/** One thing wrong in a state file. Line and column count from 1. */
export interface FileProblem {
  line: number;
  column: number;
  /** Where it is in words of the file, such as `lists[0].channel`; empty for the file itself. */
  field: string;
  message: string;
}

/** `state.yaml:12:5 lists[0].channel: must be email or sms`, the form that editors make links of. */
export function problemText(file: string, { line, column, field, message }: FileProblem): string {
  return `${file}:${line}:${column} ${field === '' ? '' : `${field}: `}${message}`;
}
