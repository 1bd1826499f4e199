/**
 * Credentials: high-entropy random secrets with a readable prefix, shown once, kept as SHA-256. Where they are stored and what they may do is each service's own matter.
 */
export { AdminGuard, AdminName } from './admin.guard.js';
export { Audit1795000000040 as auditMigration } from './audit/audit.migration.js';
export { AuthModule } from './auth.module.js';
export {
  type Credential,
  type CredentialKind,
  isCredentialId,
  mintCredential,
  parseCredential,
  sameHash,
} from './credential.js';
export { credentialFrom } from './credential-from.js';
export { LastUsed } from './last-used.js';
export { type ErasedThing, PersonalData, type StoredThing } from './persons/personal-data.js';
export { PersonsModule } from './persons/persons.module.js';
