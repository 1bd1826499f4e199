/** Whether a text has 1 to `most` code points, which are counted one by one only where the count of UTF-16 units leaves it open. */
export function isOfLength(text: string, most: number): boolean {
  return text.length > 0 && (text.length <= most || (text.length <= 2 * most && [...text].length <= most));
}
