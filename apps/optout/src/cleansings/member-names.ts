import { fileStem } from '../suppression-files/member-names.js';

/** Names of a cleansed mailing list and of the members beside it: `cleansed_list--<Campaign_Name>-<YYYYMMDD>.txt`. */
export function cleansedNames(campaignName: string, day: Date) {
  const stem = fileStem(campaignName, day);
  return {
    zip: `cleansed_list--${stem}.zip`,
    cleansed: `cleansed_list--${stem}.txt`,
    matches: `matches_list--${stem}.txt`,
    domains: `domains_list--${stem}.txt`,
  };
}
