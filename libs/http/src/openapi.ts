import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { type AppOptions, createApp } from './create-app.js';

/** What a service's routes look like from outside (OpenAPI 3.1), read off its controllers; nothing is started or connected. */
export async function openApiDocument(options: AppOptions, version: string): Promise<OpenAPIObject> {
  const app = await createApp({ ...options, preview: true });
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Heed')
    .setVersion(version)
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'API key of an account' }, 'apiKey')
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'Token of a user of opt-out lists' }, 'userToken')
    .addApiKey(
      { type: 'apiKey', in: 'header', name: 'api_key', description: 'Token of a user of opt-out lists' },
      'userTokenHeader',
    )
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'Token of the admin API' }, 'adminToken')
    .build();
  return SwaggerModule.createDocument(app, config, { operationIdFactory: (_controller, method) => method });
}
