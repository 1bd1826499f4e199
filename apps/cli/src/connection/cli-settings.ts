import { defineConfig, secret, text, url } from '#config';

const adminUrl = (service: string) =>
  url(`HEED_${service.toUpperCase()}_ADMIN_URL`, { default: '', doc: `Where the admin API of ${service} answers` });

/** What the command line reads from the environment; everything here may come from a profile instead. */
export const cliSettings = defineConfig({
  deploy: adminUrl('deploy'),
  optout: adminUrl('optout'),
  collect: adminUrl('collect'),
  mailer: adminUrl('mailer'),
  token: secret('HEED_ADMIN_TOKEN', { default: '', doc: 'Token of the admin APIs' }),
  collectUrl: url('HEED_COLLECT_URL', {
    default: '',
    doc: 'Public address of collect, for the addresses of opt-out links',
  }),
  profile: text('HEED_PROFILE', { default: '', doc: 'Profile to use instead of ./.heed/demo.json' }),
});
