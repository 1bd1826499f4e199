import { type InjectionToken, Logger } from '@nestjs/common';
import type { CustomTransportStrategy } from '@nestjs/microservices';
import { Metrics, startTracing } from '#observability';
import { type AppOptions, createApp } from './create-app.js';

export interface ServeOptions extends AppOptions {
  config: AppOptions['config'] & {
    host: string;
    port: number;
    shutdownMs: number;
    tracesUrl: string;
    tracesPercent: number;
  };
  /** In workers: the transport strategy whose consumers run beside the health routes. */
  transport?: InjectionToken;
}

/** Connections that wait while the process is busy, up to the kernel's `somaxconn`. Who comes beyond it isn't refused: his connection is tried again after a second, then two, …, and times out. */
const LISTEN_BACKLOG = 4_096;

/**
 * Runs a door until SIGTERM or SIGINT; then work in hand is finished, for at most `shutdownMs`, and the process ends with 0 (1 if that was too short). A door that can't start says why and
 * ends with 1.
 */
export async function serve(options: ServeOptions): Promise<void> {
  const { config, transport } = options;
  try {
    const endTracing = config.tracesUrl
      ? startTracing({ service: options.name, url: config.tracesUrl, percent: config.tracesPercent })
      : async () => {};
    const app = await createApp(options);
    const logger = new Logger('Door');
    app.get(Metrics).includeProcess();
    if (transport) {
      app.connectMicroservice(
        { strategy: app.get<CustomTransportStrategy>(transport, { strict: false }) },
        { inheritAppConfig: false },
      );
      await app.startAllMicroservices();
    }
    await app.listen({ port: config.port, host: config.host, backlog: LISTEN_BACKLOG });
    logger.log(`listening at ${await app.getUrl()}`);
    const stop = (signal: string) => {
      logger.log(`${signal}: finishing the work in hand`);
      setTimeout(() => process.exit(1), config.shutdownMs).unref();
      const end = async () => {
        await app.close();
        await endTracing();
      };
      end().then(
        () => process.exit(0),
        (error: Error) => {
          logger.error(error);
          process.exit(1);
        },
      );
    };
    process.once('SIGTERM', stop);
    process.once('SIGINT', stop);
  } catch (error) {
    new Logger('Door').fatal(error);
    process.exit(1);
  }
}
