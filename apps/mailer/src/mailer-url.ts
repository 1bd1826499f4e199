/** Where clients find this service; downloads are linked from there. */
export class MailerUrl {
  constructor(private readonly base: string) {}

  /** The link that prepare gives away: whoever has it can fetch the file. */
  download(link: { key: string; token: string; dcma: string }): string {
    const query = new URLSearchParams({ token: link.token, dcma: link.dcma });
    return `${this.base}/accesskey/getfile/${encodeURIComponent(link.key)}?${query}`;
  }
}
