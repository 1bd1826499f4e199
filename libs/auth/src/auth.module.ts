import { type DynamicModule, Global, Module } from '@nestjs/common';
import { ADMIN_TOKENS, AdminGuard, type AdminTokens } from './admin.guard.js';
import { AuditController } from './audit/audit.controller.js';
import { AUDIT_KEEP_MS, AuditTrail } from './audit/audit-trail.js';
import { sha256 } from './credential.js';

/** Provides {@link AdminGuard} everywhere, and keeps the audit trail in the service's database. `adminTokens` are `name:token` texts, as HEED_ADMIN_TOKENS has them. */
@Global()
@Module({})
export class AuthModule {
  static forRoot({ adminTokens, auditKeepMs }: { adminTokens: readonly string[]; auditKeepMs: number }): DynamicModule {
    const tokens = adminTokens.map(readAdminToken);
    return {
      module: AuthModule,
      controllers: [AuditController],
      providers: [
        { provide: ADMIN_TOKENS, useValue: tokens },
        { provide: AUDIT_KEEP_MS, useValue: auditKeepMs },
        AuditTrail,
        AdminGuard,
      ],
      exports: [ADMIN_TOKENS, AuditTrail, AdminGuard],
    };
  }
}

function readAdminToken(text: string): AdminTokens[number] {
  const colon = text.indexOf(':');
  const [name, token] = [text.slice(0, colon), text.slice(colon + 1)];
  if (colon < 1 || token.length < 16)
    throw new Error('HEED_ADMIN_TOKENS: each entry is name:token, the token at least 16 characters long');
  return { name, hash: sha256(token) };
}
