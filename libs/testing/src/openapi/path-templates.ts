/** Finds the template of a path; where several fit, the one whose literal parts come first, as routers do. */
export function pathTemplates(templates: string[]): (path: string) => string | undefined {
  const patterns = [...templates]
    .sort((a, b) => (a.replaceAll(/\{.*?\}/g, '\u{10FFFF}') < b.replaceAll(/\{.*?\}/g, '\u{10FFFF}') ? -1 : 1))
    .map((template) => ({ template, parts: template.split('/') }));
  return (path) => {
    const given = path.split('/');
    return patterns.find(
      ({ parts }) =>
        parts.length === given.length &&
        parts.every((part, i) => (part.startsWith('{') ? given[i] !== '' : part === given[i])),
    )?.template;
  };
}
