import { brandSubscribe, brandUnsubscribe, contactDisabled } from '#contracts';

/** Events that an endpoint may ask for, by name. */
export const webhookEvents = [brandSubscribe.name, brandUnsubscribe.name, contactDisabled.name];
