/** The body of the redirect, for whoever looks at it without following. */
export function filePage(url: string, fileName: string): string {
  const name = escaped(fileName);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${name}</title>
<p>Your suppression file: <a href="${escaped(url)}">${name}</a></p>
</html>
`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
