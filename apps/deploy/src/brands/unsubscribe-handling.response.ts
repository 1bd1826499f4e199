import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

export class DeployUnsubscribeResponse {
  @ApiProperty({ enum: ['Deploy'], description: 'A landing page that is hosted here' })
  type: 'Deploy';

  @ApiProperty()
  useListUnsubscribeHeader: boolean;

  @ApiPropertyOptional({ format: 'uuid', description: 'Left out when no page is assigned' })
  unsubscribePageId?: string;
}

export class ThirdPartyUnsubscribeResponse {
  @ApiProperty({ enum: ['ThirdParty'], description: 'Somebody else’s page' })
  type: 'ThirdParty';

  @ApiProperty()
  unsubscribeUrl: string;

  @ApiPropertyOptional({ description: 'Custom List-Unsubscribe header, left out when there is none' })
  listUnsubscribeHeader?: string;
}
