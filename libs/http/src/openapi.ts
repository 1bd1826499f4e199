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
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'API key of an account' }, 'apiKey')
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'Token of a user of opt-out lists' }, 'userToken')
    .addApiKey(
      { type: 'apiKey', in: 'header', name: 'api_key', description: 'Token of a user of opt-out lists' },
      'userTokenHeader',
    )
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'Token of the admin API' }, 'adminToken')
    .build();
  return SwaggerModule.createDocument(app, config, { operationIdFactory: operationId });
}

/** `contactsCreate` for `ContactsController.create`: unique over all services as long as controllers are. */
function operationId(controller: string, method: string): string {
  const feature = controller.replace(/Controller$/, '');
  return feature[0]!.toLowerCase() + feature.slice(1) + method[0]!.toUpperCase() + method.slice(1);
}
