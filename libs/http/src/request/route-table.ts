/** All routes of the application, to tell an unknown address (404) from a wrong method (405, RFC 9110 §15.5.6). */
export class RouteTable {
  private readonly routes: { pattern: string[]; methods: Set<string> }[] = [];

  add(url: string, methods: string | string[]): void {
    this.routes.push({ pattern: url.split('/'), methods: new Set([methods].flat()) });
  }

  /** The methods that the address takes, sorted; none if there is no such address. */
  methodsOf(path: string): string[] {
    const parts = path.split('/');
    const methods = this.routes.filter(({ pattern }) => matches(pattern, parts)).flatMap(({ methods }) => [...methods]);
    return [...new Set(methods)].sort();
  }
}

function matches(pattern: string[], parts: string[]): boolean {
  return (
    pattern.length === parts.length &&
    pattern.every((expected, i) => (expected.startsWith(':') ? parts[i] !== '' : expected === parts[i]))
  );
}
