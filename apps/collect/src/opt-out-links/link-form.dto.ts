import { ApiPropertyOptional } from '@nestjs/swagger';

/** For the description of the API; forms are read by {@link readLinkForm}. */
export class LinkFormDto {
  @ApiPropertyOptional({ enum: ['One-Click'], description: 'The address is in the query then' })
  'List-Unsubscribe'?: string;

  @ApiPropertyOptional({ description: 'The address, on links of e-mail lists' })
  email?: string;

  @ApiPropertyOptional({ description: 'The phone number, on links of SMS lists' })
  sms?: string;
}
