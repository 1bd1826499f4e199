import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { type AppOptions, createApp } from './create-app.js';

/**
 * What a service's routes look like from outside (OpenAPI 3.1), read off its controllers; nothing is started or connected.
 * @public of use to tools, which load it from the build
 */
export async function openApiDocument(options: AppOptions, version: string): Promise<OpenAPIObject> {
  const app = await createApp({ ...options, preview: true });
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Heed')
    .setVersion(version)
    .addSecurity('apiKey', { type: 'http', scheme: 'bearer', description: 'API key of an account' })
    .addSecurity('userToken', { type: 'http', scheme: 'bearer', description: 'Token of a user of opt-out lists' })
    .addApiKey(
      { type: 'apiKey', in: 'header', name: 'api_key', description: 'Token of a user of opt-out lists' },
      'userTokenHeader',
    )
    .addSecurity('adminToken', { type: 'http', scheme: 'bearer', description: 'Token of the admin API' })
    .build();
  return closed(SwaggerModule.createDocument(app, config, { operationIdFactory: operationId }));
}

/** A body with a field that isn't named is refused, and an answer has none. */
function closed(document: OpenAPIObject): OpenAPIObject {
  for (const schema of Object.values(document.components?.schemas ?? {})) {
    if ('properties' in schema) schema.additionalProperties ??= false;
  }
  return document;
}

/** `contactsCreate` for `ContactsController.create`: unique over all services as long as controllers are. */
function operationId(controller: string, method: string): string {
  const feature = controller.replace(/Controller$/, '');
  return feature[0]!.toLowerCase() + feature.slice(1) + method[0]!.toUpperCase() + method.slice(1);
}
