import type { Plant } from './plant.ts';
import { plantsOfContacts } from './plants-of-contacts.ts';
import { plantsOfMessaging } from './plants-of-messaging.ts';
import { plantsOfOptOuts } from './plants-of-opt-outs.ts';

export const plants: Plant[] = [...plantsOfMessaging, ...plantsOfContacts, ...plantsOfOptOuts];
