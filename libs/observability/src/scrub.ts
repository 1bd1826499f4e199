/**
 * Removes credentials, mailers' access keys and e-mail addresses from a text. It is the last thing that happens to a line of the log, so it also holds for what a library or the database puts into an error
 * ("Key (email)=(…) already exists").
 */
export function scrub(text: string): string {
  return text
    .replace(/\b(hd_[a-z]+_)[A-Za-z0-9_-]+/g, '$1***')
    .replace(/\bm-[a-z]{4}-[a-z]\d{2}-[0-9a-f]{32}\b/gi, 'm-***')
    .replace(/\b(Bearer\s+)[^\s",]+/gi, '$1***')
    .replace(/([?&](?:token|dcma|X-Amz-Signature|X-Amz-Credential)=)[^&\s"\\]+/gi, '$1***')
    .replace(/(\/\/[^/\s:@"]*:)[^/\s@"]+@/g, '$1***@')
    .replace(/[^\s"'(<>:/=,;@\\]{1,64}@[^\s"')<>,;@\\]{1,255}\.[^\s"')<>,;@.\\]{1,63}/g, (match, offset: number) =>
      text.slice(0, offset).endsWith('//') ? match : '***@***',
    );
}
