/** `Content-Disposition` for a file to be saved (RFC 6266): a plain name for every client, and the true one for those that read RFC 8187. */
export function attachment(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\]/g, '_');
  if (plain === fileName) return `attachment; filename="${plain}"`;
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
