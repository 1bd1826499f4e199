import { type DynamicModule, Global, Module } from '@nestjs/common';
import { ADMIN_TOKENS, AdminGuard, type AdminTokens } from './admin.guard.js';
import { sha256 } from './credential.js';

/** Provides {@link AdminGuard} everywhere. `adminTokens` are `name:token` texts, as HEED_ADMIN_TOKENS has them. */
@Global()
@Module({})
export class AuthModule {
  static forRoot({ adminTokens }: { adminTokens: readonly string[] }): DynamicModule {
    const tokens = adminTokens.map(readAdminToken);
    return {
      module: AuthModule,
      providers: [{ provide: ADMIN_TOKENS, useValue: tokens }, AdminGuard],
      exports: [ADMIN_TOKENS, AdminGuard],
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
