import { Controller } from '@nestjs/common';
import { type CloudEvent, type DownloadRequested, downloadRequested } from '#contracts';
import { OnDeadLetter, Subscribe } from '#messaging';
import { DownloadBuilder } from './download-builder.js';

@Controller()
export class DownloadsConsumer {
  constructor(private readonly builder: DownloadBuilder) {}

  @Subscribe(downloadRequested, { queue: 'optout.download', prefetch: 1 })
  build({ data }: CloudEvent<DownloadRequested>): Promise<void> {
    return this.builder.build(data.downloadId);
  }

  @OnDeadLetter('optout.download')
  giveUp({ data }: CloudEvent<DownloadRequested>): Promise<void> {
    return this.builder.giveUp(data.downloadId);
  }
}
