import type { TestSystem } from '../checks/test-system.ts';
import { services } from '../system/doors.ts';
import type { Known } from './known.ts';

/** A part of the document with the address and the credential that go with it. */
export interface Target {
  name: string;
  url: string;
  /** Whether an operation of the document is reached there, by its path and the variables of its servers. */
  has(path: string, variables: string[]): boolean;
  token?: string;
  /** Checks that say nothing here. */
  without: string[];
}

/** Every public address of the document, through the gateway, and then each service's admin API: last, because it may take away what the others need. */
export function targetsOf({ system }: TestSystem, { apiKey, userToken }: Known): Target[] {
  const under = (prefix: string) => (path: string) => path.startsWith(prefix);
  return [
    { name: 'deploy', url: system.baseUrl, has: under('/deploy/v1/'), token: apiKey, without: [] },
    { name: 'optout', url: system.baseUrl, has: under('/optout-list/'), token: userToken, without: [] },
    // A missing token is 400 at collect.
    {
      name: 'collect',
      url: system.collectUrl,
      has: under('/client-optout/'),
      token: userToken,
      without: ['ignored_auth'],
    },
    // Links take any query and any form (mail programs and trackers write them), prepare answers 200 to all.
    { name: 'links', url: system.collectUrl, has: under('/o/'), without: ['negative_data_rejection'] },
    { name: 'mailer', url: system.mailerUrl, has: under('/accesskey/'), without: ['negative_data_rejection'] },
    ...services.map((service) => ({
      name: `admin-${service}`,
      url: system.admin[service],
      has: (path: string, variables: string[]) =>
        path.startsWith('/admin/') && variables.includes(`${service}_admin_url`),
      token: system.admin.token,
      // Names and ids that are there already or that nothing has are refused, and one schema stands for the state of several services. The address that redrives dead letters is also one of a
      // letter, by GET.
      without: ['positive_data_acceptance', 'negative_data_rejection', 'allow_header_conformance'],
    })),
  ];
}
