import { ApiProperty } from '@nestjs/swagger';

export class MailingListDto {
  @ApiProperty({
    type: 'string',
    format: 'binary',
    description: 'Text or CSV, at most 5 GiB; the first field of a line is an address, a number or a hash',
  })
  file: unknown;
}
